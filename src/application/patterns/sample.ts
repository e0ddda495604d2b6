import type { Principal } from '../../domain/model/agent.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { PatternKey } from '../../domain/model/pattern.js';
import type { SkipRule } from '../../domain/model/policy.js';
import type { PatternEvidence } from '../../domain/policy/facts.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { requirement } from '../../domain/policy/requirement.js';
import { draw } from '../../domain/patterns/draw.js';
import { basisOf } from '../../domain/patterns/evidence.js';
import { outlookOf, type Learned, type Outlook } from '../../domain/patterns/standing.js';
import type { Prepared } from '../commands/prepare.js';
import type { LookingDependencies } from '../peer/dependencies.js';
import { agreesWithJournal, damageOf } from './damage.js';
import { recordFall } from './fall.js';
import { learnedOf } from './learned.js';
import { dueStanding, suggest } from './suggest.js';
import { enable } from './switch.js';

/** A change with what was learned of its creator and its type, and the draw where skipping is on. */
export interface Sampled {
  readonly prepared: Prepared;
  readonly events: readonly ReviewEvent[];
  /** Where the journal stood when what was learned was read; set where the change was drawn, or not. */
  readonly readAt?: number;
}

interface Asked {
  readonly principal: Principal | undefined;
  /** Id that the review will have. */
  readonly review: string;
  /** Does what a review would need, so that nothing but the record comes after the draw. Refused where nothing would be opened. */
  readonly look: () => Promise<object | Refusal>;
}

type Drawing = Omit<Asked, 'principal'>;

type On = Pick<LookingDependencies, 'store' | 'clock' | 'digest' | 'newNonce' | 'traceReverts'> & {
  readonly looking: Pick<LookingDependencies['looking'], 'evaluate'>;
};

/**
 * Looks whether a learned pattern skips this change, and draws where it would (SPEC 7). Only for a creator whose token proved
 * who it is; only once the change is frozen, so that the draw can't be known before, and only once it was looked at: a request that
 * could still be refused or ended when it was drawn would be made again until it is not.
 */
export async function sample(on: On, prepared: Prepared, asked: Asked): Promise<Sampled | Refusal> {
  const { principal } = asked;
  const { policy, creator } = prepared;
  const untouched = { prepared, events: [] };
  if (principal?.kind !== 'agent' || principal.name !== creator) return untouched;
  const damage = await damageOf(on.store);
  if (damage === undefined) await recordFall(on, { creator, type: prepared.classification.type }, policy);
  if (!policy.reviewRequired.skipIf.some(isLearned)) return untouched;
  return damage === undefined
    ? soundlySampled(on, prepared, asked)
    : { prepared: offFor(prepared, damage), events: [] };
}

/** The same where what was learned is not damaged. */
async function soundlySampled(on: On, prepared: Prepared, asked: Drawing, looked = false): Promise<Sampled | Refusal> {
  const { classification, creator, policy } = prepared;
  const key = { creator, type: classification.type };
  const readAt = await on.store.position();
  const learned = await learnedOf(on.store, key);
  if (learned.evidence.length === 0) return { prepared, events: [] };
  const outlook = await outlookNow(on, key, { learned, prepared });
  const { eligible, confidence, phase } = outlook;
  if (phase.name === 'off' && eligible.obstacle === null) await suggestDue(on, key, { learned, prepared });
  const known: PatternEvidence = { enabled: phase.name !== 'off', confidence, successes: eligible.successes };
  const held = heldBack(phase);
  if (held !== undefined) return { prepared: facing(prepared, { ...known, heldBack: held }), events: [] };
  const free = facing(prepared, known);
  const needed = requirement(policy, free.facts, on.looking.evaluate);
  if (needed.needed || needed.rule === undefined || !isLearned(needed.rule)) return { prepared: free, events: [] };
  // No worker need have run: what git took back meanwhile has its say before trust is relied on, and only then.
  if ((await on.traceReverts()) > 0) return soundlySampled(on, prepared, asked, looked);
  if (!looked) {
    // Looking takes its time: what was learned meanwhile counts.
    const seen = await asked.look();
    return isRefusal(seen) ? seen : soundlySampled(on, prepared, asked, true);
  }
  // The dearest comes last, and once.
  if (!(await agreesWithJournal(on.store, key, learned.evidence)))
    return { prepared: facing(prepared, { ...known, heldBack: strays }), events: [] };
  return { ...drawnOf(on, { prepared, free, known, review: asked.review }), readAt };
}

/** Whether the change is one of those that are reviewed all the same. */
function drawnOf(
  { newNonce, digest }: Pick<On, 'newNonce' | 'digest'>,
  of: Record<'prepared' | 'free', Prepared> & { readonly known: PatternEvidence; readonly review: string },
): Sampled {
  const { prepared, free, known, review } = of;
  const { fraction } = prepared.policy.learning.sampling;
  const drawn = draw({ seed: newNonce(), review, fraction }, digest);
  return {
    prepared: drawn.reviewed ? facing(prepared, { ...known, heldBack: 'this change was drawn for review' }) : free,
    events: [{ type: 'review_sampled', data: drawn }],
  };
}

const strays = 'what was learned does not agree with the journal; `countersign rebuild` puts it right';

function isLearned({ hasAutoSkipPattern }: SkipRule): boolean {
  return hasAutoSkipPattern === true;
}

function facing(prepared: Prepared, pattern: PatternEvidence): Prepared {
  return { ...prepared, facts: { ...prepared.facts, pattern } };
}

/** The same change, which no pattern lets pass now. */
export function offFor(prepared: Prepared, why: string): Prepared {
  return facing(prepared, { enabled: false, confidence: 0, successes: 0, heldBack: why });
}

/** Whoever submits may be the first to notice that it is time to ask a person. */
async function suggestDue(
  on: On,
  key: PatternKey,
  { learned, prepared: { policy, origin } }: { readonly learned: Learned; readonly prepared: Prepared },
): Promise<void> {
  const standing = dueStanding(learned, policy, { now: on.clock.now(), basis: basisOf(origin) });
  if (standing !== undefined) await suggest(on, key, { standing, policy });
}

/** How the pattern stands for this change; where the policy switches patterns on by itself, it does so now (SPEC 3: `auto_enable_at`). */
async function outlookNow(
  on: On,
  key: PatternKey,
  { learned, prepared }: { readonly learned: Learned; readonly prepared: Prepared },
): Promise<Outlook> {
  const rules = prepared.policy.learning;
  const at = { now: on.clock.now(), basis: basisOf(prepared.origin) };
  const outlook = outlookOf(learned, rules, at);
  const { obstacle, successes, confidence } = outlook.eligible;
  const { switched } = learned;
  const touched = switched !== undefined && (switched.enabledAt !== null || switched.disabledAt !== null);
  if (rules.autoEnableAt === null || touched || obstacle !== null || successes < rules.autoEnableAt) return outlook;
  const note = `${successes} successful reviews, auto_enable_at ${rules.autoEnableAt}`;
  const enabled = await enable(on, key, { person: null, note, confidence: confidence ?? 0 });
  return enabled === undefined ? outlook : outlookOf({ ...learned, switched: enabled }, rules, at);
}

function heldBack(phase: Outlook['phase']): string | undefined {
  switch (phase.name) {
    case 'off':
      return phase.reason;
    case 'full':
      return `${phase.cleanRun} of ${phase.needed} clean reviews in a row: ${phase.reason}`;
    case 'owed':
      return `review ${phase.review}, which was drawn, is not decided`;
    case 'sampled':
      return undefined;
  }
}
