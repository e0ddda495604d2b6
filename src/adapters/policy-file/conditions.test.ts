import { describe, expect, it } from 'vitest';
import type { ConditionVariables } from '../../domain/policy/facts.js';
import { checkCondition, evaluateCondition } from './conditions.js';

const variables: ConditionVariables = {
  action_type: 'feature',
  creator: 'tester',
  files: 2,
  added: 10,
  deleted: 3,
  paths: ['src/a.ts', 'docs/b.md'],
  sensitive: false,
  protected: false,
  proof: '',
  autonomy: 'cautious',
};

describe('evaluateCondition', () => {
  it.each([
    ['files == 2 && added + deleted < 20', true],
    ['action_type in ["feature", "bugfix"]', true],
    ['paths.all(path, path.startsWith("src/"))', false],
    ['paths.exists(path, path.endsWith(".md")) || sensitive', true],
    ['proof != "" || protected', false],
    ['autonomy == "aggressive" ? true : creator == "tester"', true],
    ['size(paths) == files', true],
  ])('%s', (condition, value) => {
    expect(evaluateCondition(condition, variables)).toEqual({ ok: true, value });
  });

  it('gives an error as a value', () => {
    expect(evaluateCondition('paths[9] == "x"', variables)).toMatchObject({ ok: false });
    expect(evaluateCondition('nobody == 1', variables)).toMatchObject({ ok: false });
    expect(evaluateCondition('files / 0 == 1', variables)).toMatchObject({ ok: false });
  });
});

describe('checkCondition', () => {
  it.each([
    ['files >', 'is no condition'],
    ['', 'is no condition'],
    ['files', 'must be true or false, but is of type int'],
    ['files == "2"', 'cannot hold'],
    ['process.exit()', 'cannot hold'],
    ['paths.constructor == 1', 'cannot hold'],
    ['paths.all(p, p.matches("(a+)+$"))', 'matches() is not available'],
    ['paths.all(p, paths.all(q, p == q))', 'all() inside another loop'],
    [`${'('.repeat(200)}true${')'.repeat(200)}`, 'is no condition'],
    [Array(600).fill('true').join(' && '), 'is no condition'],
  ])('%s', (condition, message) => {
    expect(checkCondition(condition)?.message).toContain(message);
  });

  it('points at the unknown word and names the nearest', () => {
    expect(checkCondition('added > 3 && filez < 2')).toMatchObject({ offset: 13, nearest: 'files' });
  });

  it('lets one loop follow another', () => {
    expect(checkCondition('paths.all(p, p != "") && paths.exists(q, q != "")')).toBeUndefined();
  });
});
