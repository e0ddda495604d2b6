import type { parseAsync } from '@ast-grep/napi';
import type { Language } from '../language.js';
import { isDeep } from './depth.js';
import { grammarOf, isParsed } from './grammar.js';
import { SyntaxTree } from './tree.js';

/** Why a text has no tree. */
export interface Unparsed {
  readonly unparsed: string;
}

/** Deeper brackets than any program written by people; the parser is recursive in places. */
const maxDepth = 1_000;
/** The scanner of the YAML grammar ends the process at about 250 open levels, each of which takes a column. */
const yamlColumns = /^[ \-?:]{200}/m;
/** A parse that takes longer is given up. Milliseconds by the clock: a busy machine must not look like hostile text. */
const maxTime = 60_000;
/** Texts kept in the cache, in UTF-16 units. */
const maxCached = 16_000_000;

type Outcome = Promise<SyntaxTree | Unparsed>;

const cache = new Map<Language, Map<string, Outcome>>();
let cached = 0;

/**
 * The tree of `text`, parsed once however many ask for it. Text that could harm the process (too long, too deeply nested,
 * too slow) is answered with the reason instead. The grammars are loaded on first use.
 */
export function parseSource(language: Language, text: string): Outcome {
  const known = cache.get(language)?.get(text);
  if (known !== undefined) return known;
  const outcome = parse(language, text);
  remember(language, text, outcome);
  return outcome;
}

export function isTree(outcome: SyntaxTree | Unparsed): outcome is SyntaxTree {
  return outcome instanceof SyntaxTree;
}

async function parse(language: Language, text: string): Outcome {
  const grammar = grammarOf(language);
  if (grammar === undefined || !isParsed(language)) return { unparsed: `there is no grammar for ${language}` };
  if (text.length > grammar.maxLength) {
    return { unparsed: `${text.length} characters are more than the ${grammar.maxLength} that are parsed` };
  }
  if (bracketDepth(text) > maxDepth) return { unparsed: `brackets are nested more than ${maxDepth} deep` };
  if (language === 'yaml' && yamlColumns.test(text))
    return { unparsed: 'levels are nested more than 200 columns deep' };
  const parser = await loadParser();
  const root = await withinTime(parser(grammar.name, text));
  if (root === undefined) return { unparsed: `parsing took longer than ${maxTime / 1000} s` };
  if (isDeep(root.root(), maxDepth)) return { unparsed: `expressions are nested more than ${maxDepth} deep` };
  return new SyntaxTree(language, grammar, root.root(), text);
}

function remember(language: Language, text: string, outcome: Outcome): void {
  if (cached + text.length > maxCached) {
    cache.clear();
    cached = 0;
  }
  const ofLanguage = cache.get(language) ?? new Map<string, Outcome>();
  cache.set(language, ofLanguage.set(text, outcome));
  cached += text.length;
}

/** Upper bound of the nesting: closing brackets of strings and comments count too, which only matters for hostile text. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x28 || unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if ((unit === 0x29 || unit === 0x5d || unit === 0x7d) && depth > 0) depth -= 1;
  }
  return deepest;
}

async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, maxTime);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type ParseAsync = typeof parseAsync;

let loaded: Promise<ParseAsync> | undefined;

/** Loads the grammars before there is a text, where they will be asked for and there is time now. Whoever then parses is told of a failure. */
export async function loadGrammars(): Promise<void> {
  await loadParser().catch(() => undefined);
}

function loadParser(): Promise<ParseAsync> {
  loaded ??= load();
  return loaded;
}

/** The library allows languages to be registered only once in a process. */
async function load(): Promise<ParseAsync> {
  const [library, python, go, bash, yaml] = await Promise.all([
    import('@ast-grep/napi'),
    import('@ast-grep/lang-python'),
    import('@ast-grep/lang-go'),
    import('@ast-grep/lang-bash'),
    import('@ast-grep/lang-yaml'),
  ]);
  library.registerDynamicLanguage({ python: python.default, go: go.default, bash: bash.default, yaml: yaml.default });
  return library.parseAsync;
}
