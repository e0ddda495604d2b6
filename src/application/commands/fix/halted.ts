import type { Halt } from '../../../domain/fix-loop/loop.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';
import { criteriaFor } from '../../../domain/policy/lookup.js';
import type { Prepared } from '../prepare.js';
import type { RecordEvents } from '../recorder.js';

/** Thrown out of a record that would come too late, and caught where the loop asks what follows. */
export class Halted extends Error {
  readonly halt: Halt;

  constructor(halt: Halt) {
    super(halt.why);
    this.halt = halt;
  }
}

/** Whether the review still stands as the loop left it. What a person decided meanwhile is not overridden. */
export function mustStand(review: Review | undefined, as: Pick<Review, 'id' | 'status' | 'revision'>): Review {
  if (review?.status === as.status && review.revision === as.revision && review.personDecision === null) return review;
  const word = review?.personDecision ?? undefined;
  const what = word === undefined ? 'moved' : `was decided by ${word.person} (${review?.status ?? 'gone'})`;
  throw new Halted({ reason: 'moved', why: `review ${as.id} ${what} while it was being mended` });
}

/** Records what follows from a review that still stands as it was read; halts, and records nothing, where it does not. */
export async function whileStanding(
  record: RecordEvents,
  as: Review,
  events: readonly ReviewEvent[],
): Promise<Review | Halt> {
  try {
    return await record((review) => {
      mustStand(review, as);
      return events;
    });
  } catch (error) {
    if (error instanceof Halted) return error.halt;
    throw error;
  }
}

type Next = Pick<Prepared, 'classification' | 'policy' | 'origin' | 'exclusions' | 'frozen'>;

/**
 * The author of a fix gets no terms that the first round did not have: what falls under more rules than the change it
 * mends is another change, which has to be reviewed as such (SPEC 2, rule 7, and 5.2).
 */
export function asksForMore(review: Review, next: Next): Halt | undefined {
  const { classification, policy, origin } = next;
  const before = review.classification;
  const required = new Set(review.criteria.filter((each) => each.required).map(({ name }) => name));
  const more = [
    ...added(before.protectedPaths, classification.protectedPaths).map((path) => `${path} is protected`),
    ...added(before.sensitivePaths, classification.sensitivePaths).map((path) => `${path} is sensitive`),
    ...criteriaFor(policy, classification.type)
      .filter((each) => each.required && !required.has(each.name))
      .map(({ name }) => `${classification.type} requires ${name}`),
    ...unread(review, next).map(([path, rule]) => `${path} would be read by nobody (${rule})`),
    ...(origin.digest === review.policy.digest ? [] : ['another policy applies to it']),
  ];
  if (more.length === 0) return undefined;
  const why = `the fix asks for more than this review was opened for: ${more.slice(0, 3).join(', ')}`;
  return { reason: 'asks_for_more', why };
}

/** What the fix puts where a rule excludes it from reading: what is objected to could be hidden there. */
function unread({ change }: Review, { exclusions, frozen }: Next): readonly (readonly [string, string])[] {
  const before = new Map(change.files.map(({ path, newBlob }) => [path, newBlob]));
  const files = frozen.change.files.filter(
    ({ path, newBlob, status }) => status !== 'D' && before.get(path) !== newBlob,
  );
  return files.flatMap(({ path }) => {
    const rule = Object.hasOwn(exclusions, path) ? exclusions[path] : undefined;
    return rule === undefined ? [] : [[path, rule] as const];
  });
}

function added(before: readonly string[], now: readonly string[]): readonly string[] {
  return now.filter((path) => !before.includes(path));
}
