import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { ReportOutcome } from '../peer-review.js';
import { findReviewRow } from '../queries/find-review.js';
import type { PeerDependencies } from './dependencies.js';
import { whoSpeaks } from './principal.js';
import { record, refused } from './record.js';

/** What became of content after its review: evidence for patterns and reviewers (SPEC 7). */
export async function reportOutcome(
  on: PeerDependencies,
  ask: ReportOutcome,
): Promise<{ readonly recorded: true } | Refusal> {
  const note = ask.note.trim();
  if (note === '') return refuse('reason_missing', 'an outcome is reported with a note', 'say what happened');
  const row = await findReviewRow(on.store, ask.review);
  if (isRefusal(row)) return row;
  const speaker = await whoSpeaks(on);
  if (isRefusal(speaker))
    return refusedOnRecord(on, row.id, speaker, { verb: 'report_outcome', actor: await on.caller.claimed() });
  const { kind } = ask;
  const by = speaker.name;
  const person = speaker.principal?.kind === 'human' ? ({ person: true } as const) : {};
  const recorded = await record(on, row.id, by, ({ review }) => {
    if (review.status === 'approved' || review.status === 'skipped')
      return { events: [{ type: 'outcome_reported', data: { kind, note, by, ...person } }] };
    const words = review.status.replaceAll('_', ' ');
    return refused(
      refuse(
        'not_now',
        `review ${review.id} is ${words}: nothing came of it yet`,
        'report what became of approved or skipped work',
      ),
    );
  });
  return isRefusal(recorded) ? recorded : { recorded: true };
}
