import { expect, it } from 'vitest';
import { digest } from '../../../test/kit/digest.js';
import { frozenChange } from '../../../test/kit/frozen-change.js';
import { opinion, raised, requested } from '../../../test/kit/review.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { mergeFindings } from '../../domain/findings/merge.js';
import { knownAs } from '../../domain/memory/known.js';
import type { RaisedFinding } from '../../domain/model/finding.js';
import type { Reviewer } from '../ports/reviewer.js';
import { recall } from './recall.js';
import { remembering } from './recognise.js';

const finding = raised({ quote: 'catch { nothing }' });

/** A store in which dana, who commits as `Scully`, dismissed the finding on a change of Ada. */
async function dismissed(what: RaisedFinding = finding) {
  const store = new MemoryStore();
  const stream = 'review/R0';
  const [found] = mergeFindings({ reviewId: 'R0', opinions: [opinion({ findings: [what] })], carried: {}, digest });
  if (found === undefined) throw new Error('no finding');
  const disposition = { state: 'dismissed', actor: 'dana', reason: 'fine', at: 3, authority: 'human' } as const;
  const { id: findingId, fingerprint } = found;
  const events = [
    { type: 'review_requested', data: requested({ creator: 'Ada' }) },
    { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9 } },
    {
      type: 'review_decided',
      data: { findings: [found], decision: { outcome: 'changes_requested', confidence: 60, rules: [] } },
    },
    { type: 'finding_disposed', data: { findingId, fingerprint, content: 'c', disposition } },
  ] as const;
  await store.append({ stream, expectedVersion: 0, actor: 'Ada', at: 1, events });
  const data = { kind: 'human', role: 'human', tokenHash: 'h', commitsAs: ['Scully'] } as const;
  const added = [{ type: 'agent_added', data }] as const;
  await store.append({ stream: 'agent/dana', expectedVersion: 0, actor: 'dana', at: 1, events: added });
  return store;
}

/** Whether the finding is known again in a change with a commit by somebody. */
async function isKnown(author: string, message = 'feat: x') {
  const store = await dismissed();
  expect(await store.decidedWrong([knownAs(finding) ?? ''])).toHaveLength(1);
  const embedded: Reviewer = { seats: () => [], review: () => Promise.resolve([opinion({ findings: [finding] })]) };
  const frozen = frozenChange({ head: { 'src/a.ts': 'catch { nothing }\n' } });
  const ada = { name: 'Ada', email: 'ada@example.invalid' };
  const by = { name: author, email: `${author}@example.invalid` };
  const commits = [{ id: '1'.repeat(40), author: by, committer: ada, message }];
  const packet = {
    reviewId: 'R1',
    frozen: { ...frozen, change: { ...frozen.change, commits } },
    classification: requested().classification,
    criteria: [],
    exclusions: {},
    embeddedVerdict: { critical: 40, important: 60, manyMinor: 75, none: 95, minorAtMost: 2 },
  };
  const reviewer = remembering(embedded, store);
  const [given] = await reviewer.review(packet as never, [], () => undefined, new AbortController().signal);
  return given?.findings[0]?.known !== undefined;
}

it('a false positive is known again in the work of others', async () => {
  expect(await isKnown('Ada')).toBe(true);
});

it('and not where whoever said so wrote a commit of the change, under whatever name', async () => {
  expect(await isKnown('dana')).toBe(false);
  expect(await isKnown('Scully')).toBe(false);
  expect(await isKnown('Ada', 'feat: x\n\nCo-authored-by: Dana <d@example.invalid>')).toBe(false);
});

it.each<[string, Partial<RaisedFinding>, number]>([
  ['told to whoever reviews next', {}, 1],
  ['not where it was critical', { severity: 'critical' }, 0],
  ['not where it was a secret, whatever its category', { rule: 'secrets/hard-coded', category: 'correctness' }, 0],
])('that it was no problem is %s', async (_, over, told) => {
  const store = await dismissed({ ...finding, ...over });
  const lines = await recall(store, { type: 'feature', services: [], others: true }, 9);
  expect(lines.filter((line) => line.includes('no problem'))).toHaveLength(told);
});
