import { describe, expect, it } from 'vitest';
import { noPseudoTerminal } from '../kit/pseudo-terminal.js';
import { read } from './sources.js';
import { comparable, repeated } from './transcript.js';

/** Pages whose runs are one: what the first leaves, the next goes on with. */
const chains = [['panel', 'fix-loop'], ['tasks'], ['gate'], ['runs'], ['peer-review']].map((names) =>
  names.map((name) => `docs/${name}.md`),
);

const needsTerminal = (page: string) => page.includes('--human') && noPseudoTerminal !== undefined;

describe.concurrent('a run that a reader can repeat', () => {
  for (const chain of chains) {
    const pages = chain.map(read);
    it.skipIf(pages.some(needsTerminal))(
      `in ${chain.join(' and ')} prints what the page shows (npx vitest run test/docs/repeat.test.ts -u)`,
      async ({ expect: here }) => {
        here.assertions(2 * chain.length);
        for (const [at, page] of (await repeated(pages)).entries()) {
          here(page).toContain('<!-- repeat -->');
          await here(page).toMatchFileSnapshot(`../../${chain[at] ?? ''}`);
        }
      },
    );
  }

  it('differs where the page shows another word, and not where only ids, times and durations differ', async ({
    expect: here,
  }) => {
    const page = (shown: string) =>
      `<!-- repeat -->\n\n\`\`\`sh\nsay() { echo "$@"; }\n\`\`\`\n\n\`\`\`console\n$ say 'done in 2 s: 0123456789ab'\n${shown}\n\`\`\`\n\n<!-- /repeat -->\n`;
    here(await repeated([page('done in 918 ms: ab0123456789')])).toEqual([page('done in 918 ms: ab0123456789')]);
    here(await repeated([page('ended in 918 ms: ab0123456789')])).toEqual([page('done in 2 s: 0123456789ab')]);
  });
});

describe('what a run prints', () => {
  it('has the same id where it had the same', () => {
    const [a, b] = ['0123456789ab', 'ab0123456789'];
    expect(comparable([`${a} ${b}`, a])).toEqual(comparable([`${b} ${a}`, b]));
    expect(comparable([`${a} ${b}`, a])).not.toEqual(comparable([`${a} ${b}`, b]));
  });
});
