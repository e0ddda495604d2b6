import { describe, expect, it } from 'vitest';
import { opinion, requested, started } from '../../../test/contract/sample-events.js';
import type { JournalEvent } from './event.js';
import { NAMING_BLOBS, namedBlobs } from './named-blobs.js';

const evidence = [{ what: 'transcript of otter', digest: 'e' }];
const material = { digest: 'm', gaps: [] };
const event = (type: JournalEvent['type'], data: object) => ({ type, data }) as JournalEvent;

const naming: readonly (readonly [JournalEvent, string])[] = [
  [event('review_requested', { peer: { material } }), 'material to review m'],
  [event('review_revised', { material }), 'material to review m'],
  [event('seats_handed_out', { material }), 'material to review m'],
  [opinion({ evidence }), 'transcript of otter e'],
  [event('opinion_discarded', { opinion: { evidence } }), 'transcript of otter e'],
  [event('fix_attempted', { evidence }), 'transcript of otter e'],
  [event('gate_produced', { artifact: 'a' }), 'artifact a'],
  [event('gate_edit_kept', { digest: 'd' }), 'edit d'],
];

describe('the blobs that an event names', () => {
  it.each(naming)('%j', (given, named) => {
    expect(namedBlobs(given).map(({ what, digest }) => `${what} ${digest}`)).toEqual([named]);
  });

  it('are tried here for every type that names any', () => {
    expect(naming.map(([{ type }]) => type)).toEqual(NAMING_BLOBS);
  });

  it.each([
    requested(),
    started(),
    opinion(),
    event('review_requested', { peer: {} }),
    event('review_revised', {}),
    event('fix_attempted', {}),
    event('gate_produced', { artifact: null }),
    event('policy_changed', { digest: 'p', criteria: [] }),
  ])('are none of $type that names none', (given) => {
    expect(namedBlobs(given)).toEqual([]);
  });
});
