import { readFile } from 'node:fs/promises';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { backingOf } from './criteria.js';
import { embeddedAnalyzers } from './registry.js';
import { roleOfRule, ruleDocs } from './rules.js';
import { rulesPage } from './rules-page.js';

const analyzers = embeddedAnalyzers(() => Promise.resolve(''));

describe('the rule catalogue', () => {
  it('has each rule once, under a family', () => {
    const ids = ruleDocs().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+\/[A-Za-z0-9-]+$/);
  });

  it('documents every rule that an analyzer can raise, and none besides', () => {
    const raised = new Set(analyzers.flatMap(({ rules }) => rules));
    expect([...raised].filter((id) => roleOfRule(id) === undefined)).toEqual([]);
    expect(
      ruleDocs()
        .map(({ id }) => id)
        .filter((id) => !raised.has(id)),
    ).toEqual([]);
  });

  it('has an analyzer behind every rule that answers a criterion', () => {
    const raised = new Set(analyzers.flatMap(({ rules }) => rules));
    const criteria = [
      'syntax_valid no_secrets tests_not_weakened tests_accompany_source no_placeholders no_swallowed_errors',
      'checks_not_disabled no_debug_leftovers dependencies_declared no_breaking_changes no_new_cycles no_lint_errors',
      'no_duplicate_logic types_not_hidden no_commented_out_code size_appropriate documentation_complete',
      'performance_acceptable stays_in_scope generated_files_marked tests_pass',
    ].flatMap((line) => line.split(' '));
    for (const criterion of criteria) {
      for (const rule of backingOf(criterion)?.rules.filter((each) => !each.endsWith('*')) ?? ['nothing']) {
        expect([criterion, rule, raised.has(rule)]).toEqual([criterion, rule, true]);
      }
    }
  });

  it('is what docs/rules.md says (npm run docs:rules)', async () => {
    const page = await readFile(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
    expect(page).toBe(await format(rulesPage(ruleDocs()), { parser: 'markdown', printWidth: 120 }));
  });
});
