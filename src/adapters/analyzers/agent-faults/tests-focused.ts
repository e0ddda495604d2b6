import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { lineOf } from '../syntax/tree.js';
import type { SideRule } from './fault-rule.js';

const doc: RuleDoc = {
  id: 'tests/focused',
  role: 'tester',
  severity: 'important',
  languages: scriptLanguages,
  title: 'A test is focused, so the others do not run',
  why: 'One focused test turns every other test of its file off, and the run stays green.',
  remedy: 'Remove `.only` (or the `f` of `fit`, `fdescribe`).',
  example: "it.only('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});",
};

const focused =
  /^((it|test|describe|context|suite|specify|Deno\.test)(\.\w+)*\.only(\.\w+)*|fit|fdescribe|ddescribe|iit)$/;

export const testsFocused: SideRule = {
  doc,
  languages: scriptLanguages,
  scan: (side) =>
    side.tree.all('call_expression').flatMap((call) => {
      const callee = /^[\w.]+/.exec(call.field('function')?.text() ?? '')?.[0] ?? '';
      if (!focused.test(callee) || (!side.file.isTest && !callee.includes('.only'))) return [];
      if (call.field('function')?.kind() === 'call_expression') return [];
      return [
        {
          line: lineOf(call),
          severity: 'important' as const,
          message: `\`${callee}\` keeps every other test of the file from running. Remove the focus before the change goes in.`,
        },
      ];
    }),
};
