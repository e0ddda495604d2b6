import type { TaskOpinion, TaskResult, TaskStages, StageWord } from '../../domain/model/task.js';
import type { ReviewDocument } from '../queries/document.js';

/** Issues kept with a task; all of them stand in its review. */
const mostIssues = 50;

/** What a review says of a task; undefined while a person owes its decision. */
export interface ReviewOutcome {
  readonly said: TaskOpinion;
  readonly stages: TaskStages;
}

export function outcomeOf(document: ReviewDocument): ReviewOutcome | undefined {
  const { decision, review } = document;
  // Whoever asked took the question back, so nobody will answer it.
  if (review.status === 'withdrawn') return unanswered('the review was withdrawn');
  if (decision === null || review.status === 'escalated' || decision.outcome === 'escalated') return undefined;
  const result = results[decision.outcome];
  const against = decision.rules.filter(({ result: each }) => each === 'unsatisfied').map(({ reason }) => reason);
  return {
    said: { result, issues: issuesOf(document), summary: summaryOf(document, against), blocking: false },
    stages: stagesOf(document),
  };
}

/** Of a review that nobody answered: it judged nothing. */
export function unanswered(summary: string): ReviewOutcome {
  const said = { result: 'inconclusive', issues: [], summary, blocking: false } as const;
  return { said, stages: { spec: 'none', quality: 'none' } };
}

/** Only an approval is one: what a rule skipped nobody looked at. */
const results: Readonly<Record<NonNullable<ReviewDocument['decision']>['outcome'], TaskResult>> = {
  approved: 'approved',
  changes_requested: 'needs_revision',
  rejected: 'rejected',
  inconclusive: 'inconclusive',
  skipped: 'inconclusive',
  flagged: 'inconclusive',
  paused: 'inconclusive',
  escalated: 'inconclusive',
};

function summaryOf({ decision }: ReviewDocument, against: readonly string[]): string {
  if (decision?.person !== undefined) return `${decision.person.name}: ${decision.person.note}`;
  if (decision?.outcome === 'skipped') return 'a rule of the policy skipped the review, so nobody looked';
  const [first, ...more] = against;
  if (first === undefined) return decision?.outcome === 'approved' ? 'approved' : 'see the review';
  return more.length === 0 ? first : `${first} (and ${more.length} more)`;
}

const worst = ['critical', 'important', 'minor'];

function issuesOf({ findings }: ReviewDocument): readonly string[] {
  return findings
    .filter(({ counts }) => counts)
    .toSorted((a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity))
    .slice(0, mostIssues)
    .map(({ severity, file, line, message }) => {
      const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`;
      return `${severity}${place}: ${message}`;
    });
}

/** By the stages of a panel; else spec is what the role `spec` says, and quality what the others say. */
function stagesOf({ decision, opinions }: ReviewDocument): TaskStages {
  const stages = decision?.panel?.stages;
  if (stages !== undefined) {
    const word = (name: 'spec' | 'quality') => panelWord(stages.find(({ stage }) => stage === name)?.result);
    return { spec: word('spec'), quality: word('quality') };
  }
  const of = (spec: boolean) =>
    opinions.filter(({ seat }) => (seat.role === 'spec') === spec).map(({ verdict }) => verdict);
  return { spec: wordOf(of(true)), quality: wordOf(of(false)) };
}

function panelWord(result: string | undefined): StageWord {
  return result === 'pass' || result === 'fail' ? result : 'none';
}

function wordOf(verdicts: readonly string[]): StageWord {
  if (verdicts.some((verdict) => verdict === 'changes_requested' || verdict === 'rejected')) return 'fail';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'approved') ? 'pass' : 'none';
}
