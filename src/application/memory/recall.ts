import { fold } from '../../domain/lifecycle/evolve.js';
import { falseIn } from '../../domain/memory/evidence.js';
import { isGrave } from '../../domain/memory/known.js';
import { placeOf, recollect, type FalsePositive, type ServiceMemory } from '../../domain/memory/recollect.js';
import { ofThatKind, rejectedIn } from '../../domain/memory/rejected.js';
import { clipped } from '../../domain/memory/text.js';
import { BrokenHistory } from '../../domain/model/broken-history.js';
import { restOfRepository, type Service } from '../../domain/model/memory.js';
import type { Occurrence, RejectedApproach } from '../../domain/model/occurrence.js';
import type { Review } from '../../domain/model/review.js';
import type { Store } from '../ports/store.js';

export type RecallStore = Pick<Store, 'occurrences' | 'wrongOccurrences' | 'readStream' | 'listReviews'>;

/** How many rejected reviews are remembered. */
const REJECTED_LOOKED_AT = 20;
/** Among how many rejected reviews those of one type are looked for: rejections of other types must not crowd them out. */
const REJECTED_OF_ALL_TYPES = 500;

/** What is remembered of every service; `occurrences` beside it, the newest first. */
export async function remembered(
  store: RecallStore,
  now: number,
  isWanted: (wrong: Occurrence) => boolean = () => true,
): Promise<{ readonly services: readonly ServiceMemory[]; readonly occurrences: readonly Occurrence[] }> {
  const [occurrences, wrong] = await Promise.all([store.occurrences(), store.wrongOccurrences()]);
  const services = recollect(occurrences, await falsePositives(store, wrong.filter(isWanted)), now);
  return { services, occurrences };
}

/** Those of whom the journal says who decided it, so that a mere claim is not among them. */
async function falsePositives(
  store: Pick<RecallStore, 'readStream'>,
  wrong: readonly Occurrence[],
): Promise<readonly FalsePositive[]> {
  const reviews = new Map<string, Review | undefined>();
  for (const id of new Set(wrong.map(({ review }) => review))) reviews.set(id, await folded(store, id));
  return wrong.flatMap((each) => {
    const review = reviews.get(each.review);
    const known = review && falseIn(review, each.finding);
    if (known === undefined) return [];
    const { service, rule, raisedBy: reviewers, message } = each;
    const reason = clipped(known.reason);
    return [{ ...known, reason, service, rule, reviewers, pattern: clipped(message), place: placeOf(each) }];
  });
}

/** Approaches that were rejected, of one action type or of all, the latest first. */
export async function rejectedApproaches(
  store: Pick<RecallStore, 'listReviews' | 'readStream'>,
  type?: string,
): Promise<readonly RejectedApproach[]> {
  const limit = type === undefined ? REJECTED_LOOKED_AT : REJECTED_OF_ALL_TYPES;
  const rows = await store.listReviews({ status: ['rejected'], limit });
  const wanted = rows.filter((row) => type === undefined || row.type === type).slice(0, REJECTED_LOOKED_AT);
  const found: RejectedApproach[] = [];
  for (const { id } of wanted) {
    const review = await folded(store, id);
    const rejected = review && rejectedIn(review);
    if (rejected !== undefined) found.push(rejected);
  }
  return found;
}

/** A history that can't be followed teaches nothing; `verify` says what is wrong with it. */
async function folded(store: Pick<RecallStore, 'readStream'>, id: string): Promise<Review | undefined> {
  try {
    return fold(await store.readStream(`review/${id}`));
  } catch (error) {
    if (error instanceof BrokenHistory) return undefined;
    throw error;
  }
}

/** What a change is, as far as memory asks. */
export interface Kind {
  readonly type: string;
  readonly services: readonly Service[];
  /** Whether some path of it belongs to no service that the policy names. */
  readonly others: boolean;
}

export function kindOf({ type, services = [], change }: Pick<Review, 'type' | 'services' | 'change'>): Kind {
  const named = new Set(services.flatMap(({ paths }) => paths));
  return { type, services, others: change.files.some(({ path }) => !named.has(path)) };
}

/** What a reviewer of a change of this kind is told of earlier ones: lines in the words of others, few and short. */
export async function recall(store: RecallStore, kind: Kind, now: number): Promise<readonly string[]> {
  // Nobody is told that what is critical or about security is no problem: it is raised, and looked at, each time.
  const [{ services }, rejected] = await Promise.all([
    remembered(store, now, (wrong) => !isGrave(wrong)),
    rejectedFor(store, kind),
  ]);
  const names = [...kind.services.map(({ name }) => name), ...(kind.others ? [restOfRepository] : [])];
  const lines = names.flatMap((name) => [
    ...(kind.services.find((service) => service.name === name)?.rules ?? []).map((rule) => `${name}: rule: ${rule}`),
    ...linesOf(services.find(({ service }) => service === name)),
  ]);
  return within(room, [...lines, ...rejected.map(rejectedLine)]);
}

/** Approaches that were rejected for changes of this kind, at most three. */
export async function rejectedFor(
  store: Pick<RecallStore, 'listReviews' | 'readStream'>,
  { type, services }: Pick<Kind, 'type' | 'services'>,
): Promise<readonly RejectedApproach[]> {
  const asked = { type, services: services.map(({ name }) => name) };
  return ofThatKind(await rejectedApproaches(store, type), asked).slice(0, 3);
}

/** Characters of memory in one packet or prompt. */
const room = 6_000;
const shownOfEach = 8;

function linesOf(memory: ServiceMemory | undefined): readonly string[] {
  if (memory === undefined) return [];
  const { service, issues, falsePositives } = memory;
  return [
    ...issues.slice(0, shownOfEach).map(({ rule, category, severity, frequency, lastSeen, example, pattern }) => {
      const seen = `${frequency} ${frequency === 1 ? 'change' : 'changes'}, last ${day(lastSeen)}, ${example.place}`;
      return `${service}: seen before: [${severity}] ${rule ?? category}: ${pattern} (${seen})`;
    }),
    ...falsePositives.slice(0, shownOfEach).map(({ rule, pattern, place, by, reason, review }) => {
      const what = rule === null ? pattern : `${rule}: ${pattern}`;
      return `${service}: no problem: ${what} (${place}; ${by} in review ${review}: ${reason})`;
    }),
  ];
}

/** In the words of others. */
export function rejectedLine({ review, title, ground, why, by, at }: RejectedApproach): string {
  const on = ground === null ? '' : ` as ${ground}`;
  return `rejected before${on}: ${title} (review ${review}, ${day(at)}, ${by}: ${why})`;
}

function within(most: number, lines: readonly string[]): readonly string[] {
  let left = most;
  return lines.map((line) => line.replace(/\s+/gu, ' ')).filter((line) => (left -= line.length) >= 0);
}

/** `YYYY-MM-DD` in UTC. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
