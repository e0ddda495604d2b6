import { describe, expect, it } from 'vitest';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { approves, asks, objects, revises } from '../kit/vendor-cli/parts.js';
import { Team, type Played } from '../kit/vendor-cli/team.js';
import type { VendorName } from '../kit/vendor-cli/vendor.js';

/** Each client runs up to four times in a test; several start within seconds, OpenCode needs ten on two cores. */
const patience = { timeout: 240_000 };

const policy = `
agents:
  maker: { role: builder }
  checker: { role: checker }
  second: { role: checker }
reviewer_matrix:
  '*': { primary: checker, escalate: human }
`;

const sums = (start: number) => `export function sum(numbers: readonly number[]): number {
  let total = ${start};
  for (const each of numbers) total += each;
  return total;
}
`;

const test = `import { expect, it } from 'vitest';
import { sum } from './sum.js';

it('adds up', () => {
  expect(sum([1, 2])).toBe(3);
});
`;

const pairs: readonly (readonly [creator: VendorName, reviewer: VendorName])[] = [
  ['claude', 'codex'],
  ['codex', 'gemini'],
  ['gemini', 'claude'],
  ['qwen', 'copilot'],
  ['opencode', 'qwen'],
  ['copilot', 'opencode'],
];

describe('two agents of different makers review each other, nobody in between', () => {
  it.for(pairs)('%s asks, %s reviews', patience, async ([creating, reviewing], context) => {
    const team = Team.of(context, creating, reviewing);
    const { maker, checker, review } = await begun(team, creating, reviewing);
    await follow(team.play(checker, objects));
    expect(await shown(team, review, 1)).toMatchObject({
      review: { status: 'changes_requested', reviewer: 'checker', creator: 'maker' },
      decision: { outcome: 'changes_requested' },
    });
    team.project.commit('Start at zero', { 'sum.ts': sums(0) });
    await follow(team.play(maker, revises(review)));
    await follow(team.play(checker, approves));
    const document = await shown(team, review, 0);
    expect(document).toMatchObject({
      review: { status: 'approved', revision: 1 },
      change: { headTree: team.project.git('rev-parse', 'HEAD^{tree}').trim() },
      decision: { outcome: 'approved' },
      findings: [],
    });
    expect(await events(team, review)).toEqual([]);
  });
});

/** A branch with a fault in it, and the review that its maker's client asked for. */
async function begun(team: Team, creating: VendorName, reviewing: VendorName) {
  await team.found(policy);
  const maker = await team.join('maker', creating);
  const checker = await team.join('checker', reviewing);
  team.project.git('switch', '--quiet', '--create', 'topic');
  team.project.commit('Add up', { 'sum.ts': sums(1), 'sum.test.ts': test });
  const { heard } = await follow(team.play(maker, asks));
  const review = /"review_id": ?\\?"([^"\\]+)/u.exec(heard.at(-1)?.conversation.results.at(-1)?.text ?? '')?.[1];
  if (review === undefined) throw new Error('no review was opened');
  return { maker, checker, review };
}

/** A client that followed its script to the end. */
async function follow(playing: Promise<Played>): Promise<Played> {
  const played = await playing;
  const results = played.heard.at(-1)?.conversation.results;
  expect(played.faults, JSON.stringify({ results, stderr: played.stderr }, null, 1)).toEqual([]);
  expect([played.code, played.killed]).toEqual([0, false]);
  return played;
}

async function shown(team: Team, review: string, exit: number): Promise<ReviewDocument> {
  const { code, stdout } = await team.project.run(['show', review, '--json']);
  expect(code).toBe(exit);
  return JSON.parse(stdout) as ReviewDocument;
}

/** `ACTOR: TYPE` of each event, in order. */
async function events(team: Team, review: string): Promise<readonly string[]> {
  const { stdout } = await team.project.run(['log', review, '--json']);
  const log = JSON.parse(stdout) as { readonly events: readonly { readonly actor: string; readonly type: string }[] };
  return log.events.map(({ actor, type }) => `${actor}: ${type}`);
}
