import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { redact } from './redact.js';
import { findSecrets } from './search.js';

it('leaves nothing behind for each text, so that many files do not stall the review', async () => {
  for (let file = 0; file < 20; file += 1) await findSecrets(`f${file}.txt`, `text ${file}\n`);
  expect(performance.getEntriesByType('mark').filter(({ name }) => /secretlint|f\d+\.txt/.test(name))).toEqual([]);
});

it('still finds what it looks for', async () => {
  const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
  expect(await findSecrets('a.js', `const t = "${token}";\n`)).toMatchObject([{ from: 11, to: 51 }]);
});

it.each(['AWS_SECRET_ACCESS_KEY=', 'ENV AWS_SECRET_ACCESS_KEY='])(
  'takes the whole secret behind its name, so that no part of it is shown: %s',
  async (name) => {
    const key = ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzQ3rT9uLpA'].join('/');
    const text = `${name}${key}\n`;
    const found = await findSecrets('a.txt', text);
    expect(found.some(({ from, to }) => from <= name.length && to === name.length + key.length)).toBe(true);
    expect(await redact(text)).not.toContain('LpA');
  },
);
