import type { Evidence, PatternSwitch } from '../model/pattern.js';
import type { LearningRules } from '../model/policy.js';
import { cleanRateAtLeast } from './bounds.js';
import { dayMs, eligibility, lookBack, type Eligibility } from './eligibility.js';
import { distinct, EVIDENCE_LOOKED_AT, latest, wasReviewed } from './evidence.js';

/** Below it a pattern is switched off (PRS 11). */
export const leastConfidence = 0.8;

/** What is left of a pattern's confidence when a bug is traced to a change that it let pass (SPEC 3). */
export const keptAfterEscape = 0.7;

/** Without a review for so long, nothing is skipped before there were clean reviews again (SPEC 7). */
export const longestGapMs = 7 * dayMs;

/** How a pattern stands: what was learned, whether it may be switched on, and whether the next change may be skipped. */
export interface PatternStanding {
  /** Of the latest changes: those reviewed, and what came of them. */
  readonly reviewed: number;
  readonly clean: number;
  readonly failed: number;
  readonly skipped: number;
  /** Skipped changes to which a bug or a revert was traced. */
  readonly escaped: number;
  /** Fraction 0-1: the rate of clean changes is at least this, with 95 %; null before anything was reviewed. */
  readonly cleanRateAtLeast: number | null;
  readonly eligible: Eligibility;
  /** Fraction 0-1: of the successes while it is off, kept by successes and failures while it is on (PRS 11). */
  readonly confidence: number;
  readonly phase: Phase;
}

export type Phase =
  /** Nobody has switched it on, or somebody off. */
  | { readonly name: 'off'; readonly reason: string }
  /** On, and every change is reviewed until enough in a row were clean. */
  | { readonly name: 'full'; readonly cleanRun: number; readonly needed: number; readonly reason: string }
  /** On, and one was drawn for review that is not decided: everything is reviewed until it is. */
  | { readonly name: 'owed'; readonly review: string }
  /** On: a fraction of the changes is reviewed. */
  | { readonly name: 'sampled' };

export interface Learned {
  /**
   * The newest first: the latest `EVIDENCE_LOOKED_AT`, and of what came before them the latest failure, escape and undecided draw. Whoever
   * asks for more changes is rid of none of these.
   */
  readonly evidence: readonly Evidence[];
  readonly switched: PatternSwitch | undefined;
}

/** `basis` is what a review of the next change would rest on. Pure, so that the same journal says the same (SPEC 2, rule 9). */
export function standingOf(
  learned: Learned,
  rules: LearningRules,
  { now, basis }: { readonly now: number; readonly basis: string },
): PatternStanding {
  const seen = seenOf(learned.evidence);
  const { all, recent } = seen;
  const count = (outcome: Evidence['outcome']) => recent.filter((each) => each.outcome === outcome).length;
  const reviewed = recent.filter(({ outcome }) => wasReviewed(outcome)).length;
  const clean = count('clean');
  const eligible = eligibility(all, rules, now);
  const { phase, confidence } = phaseIn(seen, learned.switched, rules, { now, basis });
  return {
    reviewed,
    clean,
    failed: count('failed'),
    skipped: count('skipped') + count('escaped'),
    escaped: count('escaped'),
    cleanRateAtLeast: reviewed === 0 ? null : cleanRateAtLeast(clean, reviewed),
    eligible,
    confidence: confidence ?? eligible.confidence ?? 0,
    phase,
  };
}

/** What the submission of a change has to know of its pattern: as `PatternStanding`, without what only a report says. */
export interface Outlook extends Pick<PatternStanding, 'confidence' | 'phase'> {
  readonly eligible: ReturnType<typeof lookBack>;
}

export function outlookOf(
  learned: Learned,
  rules: LearningRules,
  at: { readonly now: number; readonly basis: string },
): Outlook {
  const seen = seenOf(learned.evidence);
  const { phase, confidence } = phaseIn(seen, learned.switched, rules, at);
  const eligible = lookBack(seen.all, rules, at.now);
  return { phase, eligible, confidence: confidence ?? eligible.confidence ?? 0 };
}

/** What is known of a pattern, each content once, the newest first. */
interface Seen {
  readonly all: readonly Evidence[];
  /** Without what is told of the time before the latest changes. */
  readonly recent: readonly Evidence[];
  /** Whether there may have been changes before the latest. */
  readonly cut: boolean;
}

function seenOf(evidence: readonly Evidence[]): Seen {
  const recent = distinct(latest(evidence));
  const before = evidence.slice(EVIDENCE_LOOKED_AT);
  return { all: [...recent, ...before], recent, cut: evidence.length >= EVIDENCE_LOOKED_AT };
}

/** Whether the next change may be skipped, and the confidence of a pattern that is on; null of one that is not. */
function phaseIn(
  seen: Seen,
  switched: PatternSwitch | undefined,
  rules: LearningRules,
  at: { readonly now: number; readonly basis: string },
): { readonly phase: Phase; readonly confidence: number | null } {
  const course = courseSince(switched, seen, rules);
  if (course === undefined) return { phase: off(switched, undefined), confidence: null };
  const { confidence } = course;
  return { phase: course.off === undefined ? onPhase(seen, rules, at) : off(switched, course.off), confidence };
}

interface Course {
  readonly confidence: number;
  /** Why it is off by now. */
  readonly off?: string;
}

/** Why a pattern that is on by its record is off by what was reviewed since; undefined where it is not. */
export function fallOf({ evidence, switched }: Learned, rules: LearningRules): string | undefined {
  return courseSince(switched, seenOf(evidence), rules)?.off;
}

/**
 * What became of the confidence since the pattern was switched on (PRS 11); undefined where it is not on. What it was before the latest changes
 * is not known: had it fallen, that would be on record (`fallOf`), and a few clean reviews lead to 1 from wherever it was.
 */
function courseSince(
  switched: PatternSwitch | undefined,
  { all, recent, cut }: Seen,
  rules: LearningRules,
): Course | undefined {
  const since = switched?.enabledAt ?? null;
  if (switched === undefined || since === null || switched.disabledAt !== null) return undefined;
  const later = ({ at }: Evidence) => at > since;
  const before = all.slice(recent.length).filter(later);
  if (before.some(({ outcome }) => outcome === 'escaped')) return { confidence: keptAfterEscape, off: escaped };
  const course = recent.filter(later).reverse();
  let confidence = cut && course.length === recent.length ? 1 : switched.confidence;
  for (const { outcome } of course) {
    if (outcome === 'clean') confidence = Math.min(1, confidence + rules.increasePerSuccess);
    if (outcome === 'failed') confidence = Math.max(0, confidence - rules.decreasePerFailure);
    if (outcome === 'escaped') {
      confidence *= keptAfterEscape;
      return { confidence, off: escaped };
    }
    // Fractions such as 0.95 - 0.15 are not exact; the seed means what they say.
    confidence = Math.round(confidence * 1e9) / 1e9;
    if (confidence < leastConfidence) return { confidence, off: `its confidence fell below ${leastConfidence}` };
  }
  return { confidence };
}

const escaped = 'a bug or a revert was traced to a change that it let pass';

function off(switched: PatternSwitch | undefined, fell: string | undefined): Phase {
  if (fell !== undefined) return { name: 'off', reason: fell };
  if (switched?.disabledAt === null || switched === undefined)
    return { name: 'off', reason: 'nobody has switched it on' };
  const { person, note } = switched;
  return { name: 'off', reason: person === null ? (note ?? 'it fell') : `${person} switched it off` };
}

/** CSP-1 of Dodge: a run of clean reviews, then a fraction; one failure leads back to the run. */
function onPhase(
  { all, recent }: Seen,
  { sampling }: LearningRules,
  { now, basis }: { readonly now: number; readonly basis: string },
): Phase {
  const drawn = all.find(({ outcome }) => outcome === 'drawn');
  if (drawn !== undefined) return { name: 'owed', review: drawn.review };
  const run = cleanRun(recent, { now, basis });
  if (run.length >= sampling.cleanRun) return { name: 'sampled' };
  return { name: 'full', cleanRun: run.length, needed: sampling.cleanRun, reason: run.broken };
}

/** Clean reviews in a row up to now, and what lies before them. Skipped changes are neither. */
function cleanRun(evidence: readonly Evidence[], { now, basis }: { readonly now: number; readonly basis: string }) {
  let [length, later] = [0, now];
  for (const each of evidence) {
    if (each.outcome === 'skipped') continue;
    if (later - each.at > longestGapMs) return { length, broken: 'nothing was reviewed for seven days' };
    if (each.outcome !== 'clean') return { length, broken: brokenBy[each.outcome] };
    if (each.basis !== basis) return { length, broken: 'the policy or a prompt changed' };
    length += 1;
    later = each.at;
  }
  return { length, broken: 'there were not more reviews yet' };
}

const brokenBy: Readonly<Record<Exclude<Evidence['outcome'], 'clean' | 'skipped'>, string>> = {
  failed: 'a review failed',
  unclear: 'an approval said little of the change',
  escaped: 'a bug or a revert was traced to a skipped change',
  drawn: 'a drawn change is not decided',
};
