import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { field, fieldText, lineOf, parts, type SyntaxNode } from '../syntax/tree.js';
import { composedText, type Piece } from './composed-text.js';
import { isOfDevelopers } from './developer-path.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const languages = [...scriptLanguages, 'python', 'go'] as const;

const doc: RuleDoc = {
  id: 'security/sql-injection',
  role: 'auditor',
  severity: 'important',
  lesser:
    'minor in scripts, tools and settings of builds; silent in tests, and where a value stands for a name of a table or column',
  languages,
  title: 'A value pasted into a statement of SQL',
  why: 'A value with a quote in it ends the string and goes on as a statement of its own: it reads or deletes what it likes. Silent on tagged templates, literals of the file, numbers, placeholders and what says that it is quoted.',
  remedy:
    'Hand the value over as a parameter (`?`, `$1`, `%s` as second argument), which the database never reads as SQL.',
  example: "db.query(`SELECT * FROM users WHERE name = '${name}'`);",
};

export const securitySqlInjection: SideRule = {
  doc,
  languages,
  scan: (side) => {
    if (side.file.isTest || !/\b(select|insert|update|delete|replace)\b/i.test(side.source.text)) return [];
    const calls = side.tree.all(side.tree.language === 'python' ? 'call' : 'call_expression');
    return calls.flatMap((call) => spot(side, call));
  },
};

const running =
  /(^|\.)(\$?(execute|query)(Raw)?(Unsafe)?|execute(many|script)|exec|raw|prepare|unsafe|run|all|get|each|text|read_sql(_query)?|(Query|QueryRow|Exec|Prepare)(Context|x|RowContext)?|Raw|Get|Select)$/;
const statement =
  /^\s*(with\s[\s\S]*)?(select\s[\s\S]*\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|replace\s+into\s|update\s[\s\S]*\sset\s|delete\s+from\s)/i;

function spot(side: ParsedSide, call: SyntaxNode): Spot[] {
  if (!running.test(fieldText(call, 'function').replace(/<[^>]*>$/, ''))) return [];
  const list = field(call, 'arguments');
  if (list === null || !/^arguments$|^argument_list$/.test(String(list.kind()))) return [];
  const found = parts(list)
    .slice(0, 2)
    .flatMap((argument) => composedText(side.tree, argument) ?? [])
    .find(({ pieces }) => statement.test(asText(pieces)));
  const value = found === undefined ? undefined : pasted(found.pieces);
  if (found === undefined || value === undefined) return [];
  const inCall = call.range().start.index <= found.node.range().start.index;
  return [
    {
      line: inCall ? lineOf(call) : lineOf(found.node),
      severity: isOfDevelopers(side.file.path) ? 'minor' : 'important',
      message: `\`${value.slice(0, 40)}\` is pasted into a statement of SQL: a value with a quote in it goes on as a statement of its own. Hand it over as a parameter.`,
    },
  ];
}

function asText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ('literal' in piece ? piece.literal : 'x')).join('');
}

/** The first value that stands where a value is compared or stored; a name, a clause or a list of placeholders is none. */
function pasted(pieces: readonly Piece[]): string | undefined {
  let before = '';
  for (const piece of pieces) {
    if ('literal' in piece) before += piece.literal;
    else {
      if (compared.test(before) && !isHarmless(piece.value)) return piece.value;
      before += 'x';
    }
  }
  return undefined;
}

/** After an operator, an open quote of a value, in a list of values, or as a limit. */
const compared =
  /([=<>]\s*'?%?|\b(i?like|between|limit|offset)\s+'?%?|\b(in|values)\s*\((?:[^()]*,)?\s*'?|(^|[\s(,=|])'%?)$/i;

function isHarmless(value: string): boolean {
  return (
    /^[\w.]*\b_?[A-Z][A-Z0-9_]*$/.test(value) ||
    /^(int|float|len|Number|parseInt|BigInt|strconv\.\w+)\(|\.length$/.test(value) ||
    /placeholder|binding|params?\b|param\(|marks|quote|escap|ident|literal|saniti[sz]|\bsql\b|dialect|'\?'|"\?"|`\?`|'%s'|"%s"|column|\bnow\b/i.test(
      value,
    )
  );
}
