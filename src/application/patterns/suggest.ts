import type { Policy } from '../../domain/model/policy.js';
import { patternId, type PatternKey } from '../../domain/model/pattern.js';
import { toldOfSuggestion } from '../../domain/notification/notification-for-pattern.js';
import { basisOf } from '../../domain/patterns/evidence.js';
import { foldPattern } from '../../domain/patterns/evolve.js';
import { standingOf, type Learned, type PatternStanding } from '../../domain/patterns/standing.js';
import { suggestionDue, suggestionStands } from '../../domain/patterns/suggest.js';
import type { PatternReport } from '../patterns.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { damageOf } from './damage.js';
import { learnedOf } from './learned.js';
import { listPatterns, type ReportDependencies } from './report.js';

type Standing = Pick<PatternStanding, 'eligible' | 'phase'>;

/** Patterns that a person is to be asked about by now, and nobody was; none while what was learned is damaged. */
export async function duePatterns({
  store,
  clock,
  inForce: { policy, origin },
}: ReportDependencies): Promise<readonly (PatternKey & { readonly standing: Standing })[]> {
  const due: (PatternKey & { readonly standing: Standing })[] = [];
  if ((await damageOf(store)) !== undefined) return due;
  for (const key of await store.listPatterns()) {
    const standing = dueStanding(await learnedOf(store, key), policy, { now: clock.now(), basis: basisOf(origin) });
    if (standing !== undefined) due.push({ ...key, standing });
  }
  return due;
}

/** How a pattern stands, where it is time to suggest it. */
export function dueStanding(
  learned: Learned,
  { learning }: Pick<Policy, 'learning'>,
  at: { readonly now: number; readonly basis: string },
): Standing | undefined {
  const standing = standingOf(learned, learning, at);
  return suggestionDue(standing, learned.switched, at.now) ? standing : undefined;
}

/** Suggests to a person what has been eligible for a week, each once, in whatever process notices it. */
export async function suggestPatterns(
  on: ReportDependencies & { readonly store: Pick<Store, 'append'> },
): Promise<readonly PatternKey[]> {
  const suggested: PatternKey[] = [];
  for (const { standing, creator, type } of await duePatterns(on)) {
    if (await suggest(on, { creator, type }, { standing, policy: on.inForce.policy }))
      suggested.push({ creator, type });
  }
  return suggested;
}

/**
 * Suggests one pattern where that is due. Whether it was said is looked up in the stream whose version the event is bound to, so that of several that
 * notice it at once one says it, and who loses that race has suggested nothing.
 */
export async function suggest(
  { store, clock }: { readonly store: Pick<Store, 'append' | 'readStream'>; readonly clock: Clock },
  { creator, type }: PatternKey,
  { standing, policy }: { readonly standing: Standing; readonly policy: Pick<Policy, 'notifications'> },
): Promise<boolean> {
  const stream = `pattern/${patternId({ creator, type })}` as const;
  const history = await store.readStream(stream);
  const at = clock.now();
  if (!suggestionDue(standing, foldPattern(history), at)) return false;
  const { successes, confidence } = standing.eligible;
  const tell = toldOfSuggestion({ creator, type }, policy.notifications);
  const data = { creator, type, successes, confidence: confidence ?? 0, ...(tell.length > 0 && { tell }) };
  const events = [{ type: 'pattern_suggested' as const, data }];
  const appended = await store.append({
    ...{ stream, expectedVersion: history.length, actor: 'countersign', at, events },
  });
  return appended.outcome === 'appended';
}

/** What a person was asked and has not answered, of what may still be switched on. */
export async function openSuggestions(on: ReportDependencies): Promise<readonly PatternReport[]> {
  const all = await listPatterns(on, {});
  return all.filter(({ switched, ...standing }) => suggestionStands(standing, switched ?? undefined));
}
