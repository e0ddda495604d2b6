import type { Language } from '../language.js';

/** Languages with a grammar. */
export type ParsedLanguage = 'typescript' | 'tsx' | 'javascript' | 'python' | 'go' | 'shell' | 'yaml' | 'css';

export interface Grammar {
  /** Name under which the parser knows it. */
  readonly name: string;
  /** Node kinds that are comments. */
  readonly comments: readonly string[];
  /** Files longer than this are not parsed; UTF-16 units. The shell grammar is quadratic on hostile input. */
  readonly maxLength: number;
}

const megabyte = 1_000_000;

const grammars: Readonly<Record<ParsedLanguage, Grammar>> = {
  typescript: { name: 'TypeScript', comments: ['comment'], maxLength: megabyte },
  tsx: { name: 'Tsx', comments: ['comment'], maxLength: megabyte },
  javascript: { name: 'JavaScript', comments: ['comment'], maxLength: megabyte },
  python: { name: 'python', comments: ['comment'], maxLength: megabyte },
  go: { name: 'go', comments: ['comment'], maxLength: megabyte },
  shell: { name: 'bash', comments: ['comment'], maxLength: 200_000 },
  yaml: { name: 'yaml', comments: ['comment'], maxLength: megabyte },
  css: { name: 'Css', comments: ['comment'], maxLength: megabyte },
};

/** Undefined for a language without a grammar. */
export function grammarOf(language: Language): Grammar | undefined {
  return isParsed(language) ? grammars[language] : undefined;
}

export function isParsed(language: Language): language is ParsedLanguage {
  return Object.hasOwn(grammars, language);
}

/** Languages that share the node kinds of ECMAScript. */
export const scriptLanguages: readonly Language[] = ['typescript', 'tsx', 'javascript'];
