import type { RuleDoc } from '../rule-catalogue.js';
import { descendants, field, lineOf } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const doc: RuleDoc = {
  id: 'types/any-cast',
  role: 'core-developer',
  severity: 'minor',
  languages: ['typescript', 'tsx', 'python'],
  title: 'A type is hidden behind `any`',
  why: 'The compiler no longer sees mistakes from here on. Silent in tests, in declaration files and where a comment says why.',
  remedy: 'Name the type, or take `unknown` and narrow it.',
  example: 'const user = (await response.json()) as any;',
};

export const typesAnyCast: SideRule = {
  doc,
  languages: ['typescript', 'tsx', 'python'],
  scan: (side) => {
    if (side.file.isTest || /\.d\.[cm]?ts$/.test(side.file.path)) return [];
    return side.tree.language === 'python' ? pythonCasts(side) : [...casts(side), ...annotations(side)];
  },
};

function spot(side: ParsedSide, line: number, what: string): Spot[] {
  if (explainedOnLines(side.tree, line - 1, line)) return [];
  return [
    {
      line,
      severity: 'minor',
      message: `${what} hides the type from the compiler. Name the type, or take \`unknown\` and narrow it.`,
    },
  ];
}

/** TSX has no `<any>x`. */
function castKinds(side: ParsedSide): readonly string[] {
  return side.tree.language === 'typescript' ? ['as_expression', 'type_assertion'] : ['as_expression'];
}

function casts(side: ParsedSide): Spot[] {
  return side.tree.all(...castKinds(side)).flatMap((cast) => {
    const text = cast.text();
    if (/\bas any$/.test(text) || text.startsWith('<any>')) return spot(side, lineOf(cast), 'The cast to `any`');
    const inner = cast.children()[0];
    const isDouble = inner?.kind() === 'as_expression' && /\bas (unknown|any)$/.test(inner.text());
    return isDouble ? spot(side, lineOf(cast), 'The double cast') : [];
  });
}

function annotations(side: ParsedSide): Spot[] {
  return side.tree.all('type_annotation').flatMap((annotation) => {
    if (!/^:\s*any(\[\])?$/.test(annotation.text())) return [];
    const owner = annotation.parent();
    const isRest = owner?.text().startsWith('...') === true;
    return isRest ? [] : spot(side, lineOf(annotation), 'The annotation `any`');
  });
}

function pythonCasts(side: ParsedSide): Spot[] {
  return descendants(side.tree.root, 'call').flatMap((call) => {
    const name = field(call, 'function')?.text();
    if (name !== 'cast' && name !== 'typing.cast') return [];
    return /^\(\s*["']?Any["']?\s*,/.test(field(call, 'arguments')?.text() ?? '')
      ? spot(side, lineOf(call), 'The cast to `Any`')
      : [];
  });
}
