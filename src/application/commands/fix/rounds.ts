import type { Change } from '../../../domain/model/change.js';
import { counts, type Finding } from '../../../domain/model/finding.js';
import { everyFinding, type Review } from '../../../domain/model/review.js';
import { carries, carryRules } from '../../../domain/peer/revision/carry.js';

/** A round among peers that came to a verdict, as the loop back to the creator counts it. */
export interface CountedRound {
  /** The same for the same change, also on a base that moved. */
  readonly content: string;
  readonly outcome: string;
  /** What counted against it then, without what was settled since as wrong or accepted. */
  readonly findings: readonly Finding[];
}

/** The round that is being decided. */
export interface Deciding {
  readonly findings: readonly Finding[];
  readonly outcome: string;
}

interface Round {
  readonly outcome: string;
  readonly standing: readonly string[];
  readonly content: string;
  readonly change?: Change;
  /** Whether a criterion was not met. */
  readonly unmet: boolean;
}

/**
 * The rounds of a review in their order: those of reviews before it in which this creator was asked for the same, its own, and the
 * one that is being decided. Each after the first judged what a fix attempt made. Not counted are rounds that came to nothing, those
 * judged again on the same content, and those whose objections all fell.
 */
export function countedRounds(review: Review, deciding?: Deciding): readonly CountedRound[] {
  const found = deciding === undefined ? review : { ...review, findings: deciding.findings };
  const byId = new Map(everyFinding(found).map((finding) => [finding.id, finding]));
  const rounds = labelled(roundsOf(review, deciding)).filter(({ outcome }) => outcome !== 'inconclusive');
  const counted = rounds.flatMap(({ standing, unmet, outcome, content }) => {
    const all = standing.flatMap((id) => byId.get(id) ?? []);
    const findings = all.filter((finding) => !fell(finding));
    const isVoid = all.some(isSerious) && !findings.some(isSerious) && !unmet;
    return isVoid ? [] : [{ content, outcome, findings }];
  });
  return counted.filter(({ content }, index) => counted[index + 1]?.content !== content);
}

/** The content of the change as the loop of `review` knows it. */
export function contentOf(review: Review, change: Change): string {
  return labelled([...roundsOf(review), { ...asRound(change), outcome: '' }]).at(-1)?.content ?? change.headTree;
}

function roundsOf(review: Review, deciding?: Deciding): readonly Round[] {
  const { peer, change, opinions } = review;
  const before = (peer?.before ?? []).map(({ content, standing }) => ({
    content,
    standing,
    outcome: 'changes_requested',
    unmet: false,
  }));
  const own = (peer?.rounds ?? []).map((round) => ({
    ...asRound(round.change),
    outcome: round.outcome,
    standing: round.standing,
    unmet: Object.values(round.checklist).includes(false),
  }));
  if (deciding === undefined) return [...before, ...own];
  const standing = everyFinding({ ...review, findings: deciding.findings }).filter(counts);
  const now = {
    ...asRound(change),
    outcome: deciding.outcome,
    standing: standing.map(({ id }) => id),
    unmet: opinions.some(({ checklist }) => Object.values(checklist).some(({ answer }) => answer === false)),
  };
  return [...before, ...own, now];
}

function asRound(change: Change) {
  return { content: change.headTree, change, standing: [] as readonly string[], unmet: false };
}

const everyRule = { identicalTree: true, rebase: true, messageOnly: true } as const;

/** A change that a rule of carrying calls the same is the same content. */
function labelled(rounds: readonly Round[]): readonly Round[] {
  const done: Round[] = [];
  for (const round of rounds) {
    const { change } = round;
    const same = done.find(
      (earlier) =>
        earlier.content === round.content ||
        (change !== undefined &&
          earlier.change !== undefined &&
          carries(carryRules(earlier.change, change, everyRule))),
    );
    done.push(same === undefined ? round : { ...round, content: same.content });
  }
  return done;
}

function isSerious({ severity }: Finding): boolean {
  return severity !== 'minor';
}

/** Refuted, or settled by a person: nobody has to mend it. */
function fell(finding: Finding): boolean {
  return !counts(finding) && finding.state !== 'resolved';
}
