import type { Finding, RaisedFinding } from '../../model/finding.js';
import type { Opinion } from '../../model/opinion.js';
import type { Problem } from '../../model/refusal.js';
import type { Review } from '../../model/review.js';
import { toVerify } from '../verification/owed.js';
import type { Submission } from './submission.js';

/** Whether a finding that is raised now is one that is known. */
export type SameProblem = (raised: RaisedFinding, known: Finding) => boolean;

interface Said {
  readonly review: Review;
  readonly submission: Submission;
  readonly opinion: Opinion;
  readonly same: SameProblem;
  /** The refuted finding that one raised now repeats on the same content. */
  readonly refutedBefore: (raised: RaisedFinding) => Finding | undefined;
  /** Ids of findings that stood on exactly this content. */
  readonly unmended: ReadonlySet<string>;
}

/** How a submission contradicts itself or what is settled (SPEC 5.5), each with the field; all of it at once. */
export function selfContradictions(said: Said): readonly Problem[] {
  const rules = { approved: approvalRules, changes_requested: changesRules, rejected: rejectionRules };
  const { verdict } = said.opinion;
  if (verdict === 'inconclusive') return [];
  return [...rules[verdict], ...always].flatMap((rule) => rule(said));
}

type Rule = (said: Said) => readonly Problem[];

const approvalRules: readonly Rule[] = [noCritical, criteriaHold, allRead, noneStillOpen];
const changesRules: readonly Rule[] = [somethingToChange];
const rejectionRules: readonly Rule[] = [riskIsCritical];
const always: readonly Rule[] = [refutedStaysRefuted, fixedIsNotRaised, fixedHasChanged];

function noCritical({ review, opinion }: Said): readonly Problem[] {
  const critical = opinion.findings.flatMap(({ severity }, index) => (severity === 'critical' ? [index] : []));
  if (critical.length <= review.standards.maxCriticalConcerns) return [];
  return critical.map((index) =>
    problem(
      `findings[${index}].severity`,
      'is critical in an approval',
      'CHANGES_REQUESTED as status, or the severity that it deserves',
    ),
  );
}

function criteriaHold({ review, opinion }: Said): readonly Problem[] {
  const required = review.criteria.filter((criterion) => criterion.required);
  const open = required.filter(({ name }) => opinion.checklist[name]?.answer !== true);
  const rate = required.length === 0 ? 1 : (required.length - open.length) / required.length;
  if (rate >= review.standards.minChecklistPassRate) return [];
  return open.map(({ name }) => {
    const answer = String(opinion.checklist[name]?.answer ?? null);
    return problem(
      `checklist.${name}`,
      `is ${answer} and required in an approval`,
      'true where it holds, or another status',
    );
  });
}

function allRead({ submission, review }: Said): readonly Problem[] {
  return (submission.notRead ?? []).flatMap((path, index) =>
    review.exclusions[path] === undefined
      ? [problem(`notRead[${index}]`, `${path} was not read by who approves it`, 'read it, or another status')]
      : [],
  );
}

function noneStillOpen({ submission, review }: Said): readonly Problem[] {
  const grave = new Map(
    toVerify(review)
      .filter(({ severity }) => severity !== 'minor')
      .map((finding) => [finding.id, finding]),
  );
  return (submission.verified ?? []).flatMap(({ finding, outcome }, index) => {
    const known = grave.get(finding);
    if (outcome === 'fixed' || known === undefined) return [];
    return [
      problem(
        `verified[${index}].outcome`,
        `is still_open for ${finding} (${known.severity}) in an approval`,
        'CHANGES_REQUESTED as status, or fixed where it is',
      ),
    ];
  });
}

/** Changes can be requested for what is new or for what was never mended. */
function somethingToChange({ submission, opinion }: Said): readonly Problem[] {
  const still = (submission.verified ?? []).some(({ outcome }) => outcome === 'still_open');
  if (opinion.findings.length > 0 || still) return [];
  return [problem('findings', 'is empty where changes are requested', 'at least one finding that says what to change')];
}

function riskIsCritical({ opinion }: Said): readonly Problem[] {
  if (opinion.ground !== 'security_risk' || opinion.findings.some(({ severity }) => severity === 'critical')) return [];
  return [problem('ground', 'is security_risk without a critical finding', 'the critical finding, or another ground')];
}

function refutedStaysRefuted({ opinion, refutedBefore }: Said): readonly Problem[] {
  return opinion.findings.flatMap((raised, index) => {
    const again = refutedBefore(raised);
    if (again === undefined) return [];
    return [
      problem(`findings[${index}]`, `raises ${again.id} again, which is refuted for this content`, 'leave it out'),
    ];
  });
}

function fixedIsNotRaised({ review, submission, opinion, same }: Said): readonly Problem[] {
  const fixed = (submission.verified ?? []).filter(({ outcome }) => outcome === 'fixed').map(({ finding }) => finding);
  const known = toVerify(review).filter(({ id }) => fixed.includes(id));
  return opinion.findings.flatMap((raised, index) => {
    const again = known.find((finding) => same(raised, finding));
    if (again === undefined) return [];
    return [
      problem(
        `findings[${index}]`,
        `raises ${again.id} again, which \`verified\` calls fixed`,
        'still_open there, or leave it out here',
      ),
    ];
  });
}

/** What is as it was has not been fixed; that it never was a fault is another claim, and another one's to judge. */
function fixedHasChanged({ submission, unmended }: Said): readonly Problem[] {
  return (submission.verified ?? []).flatMap(({ finding, outcome }, index) =>
    outcome === 'fixed' && unmended.has(finding)
      ? [
          problem(
            `verified[${index}].outcome`,
            `is fixed for ${finding}, and the content is exactly one on which it stood`,
            'still_open; if it never was a fault its creator contests it, and another reviewer judges that',
          ),
        ]
      : [],
  );
}

function problem(key: string, message: string, expected: string): Problem {
  return { key, message, expected };
}
