import { describe, expect, it } from 'vitest';
import { criteria, reviewChange } from '../../../../test/kit/review-change.js';

const script = '#!/bin/sh\nif true; then\n  echo a\n';

async function reviewed(path: string, base: string | undefined, head: string) {
  const before = base === undefined ? {} : { [path]: base };
  const { found, checklist } = await reviewChange(
    { base: before, head: { [path]: head } },
    { criteria: criteria('syntax_valid') },
  );
  return {
    errors: found.filter((each) => each.includes(' syntax/error ')),
    open: checklist['syntax_valid']?.reason,
  };
}

describe('a file that does not parse', () => {
  it.each([
    ['a.sh', `${script}fi\n`, script, 3],
    ['a.sh', 'echo a\n', 'echo a\nfor x in; do done (\n', 2],
    ['a.py', undefined, 'def f():\n    g(\n', 2],
    ['a.ts', undefined, 'f(\n', 1],
    ['a.go', undefined, 'package a\n\nfunc f() {\n', 3],
    ['a.go', 'package a\n', 'package a\n\nfunc f( {}\n', 3],
  ])('is a finding on a line that it has: %s (%#)', async (path, base, head, line) => {
    expect(await reviewed(path, base, head)).toMatchObject({ errors: [`critical syntax/error ${path}:${line}`] });
  });

  it.each([
    ['a.sh', undefined, script, 'a.sh:3 does not parse as shell'],
    ['a.sh', script, `echo 1\n${script}`, 'a.sh:4 does not parse, before the change as little as after it'],
    ['a.go', 'package a (\n', 'package b (\n', 'a.go:1 does not parse, before the change as little as after it'],
    ['a.ts', 'f(\n', '\ng(\n', 'a.ts:2 does not parse, before the change as little as after it'],
    ['a.js', undefined, '// @flow\nconst a = ;\n', 'a.js:2 does not parse, unless it is Flow'],
    ['a.js', 'const a = 1;\n', 'const a = ;\n// no @flow\n', 'a.js:1 does not parse'],
    ['a.py', 'f(\n', '\ng(\n', 'a.py:2 does not parse, before the change as little as after it'],
    ['{{name}}.py', undefined, 'f(\n', '{{name}}.py:1 does not parse'],
    ['{{name}}.js', undefined, 'f(\n', '{{name}}.js:1 does not parse'],
    ['a.json', '{\n', '{ "a"\n', 'a.json:1 does not parse as JSON, and did not before the change'],
  ])(
    'leaves the question open with the line where the change may be blameless: %s (%#)',
    async (path, base, head, why) => {
      const { errors, open } = await reviewed(path, base, head);
      expect(errors).toEqual([]);
      expect(open).toContain(why);
    },
  );
});
