import type { Problem } from '../../model/refusal.js';
import type { Review } from '../../model/review.js';
import { toJudge, toVerify } from '../verification/owed.js';
import { fileOf, verdictOf } from './opinion.js';
import type { Submission, SubmittedFinding } from './submission.js';

type Rule = (review: Review, submission: Submission, reviewer: string) => readonly Problem[];

/** Everything that is missing or cannot be read, each with the field and what is expected there; all of it at once. */
export function formProblems(review: Review, submission: Submission, reviewer: string): readonly Problem[] {
  return rules.flatMap((rule) => rule(review, submission, reviewer));
}

const rules: readonly Rule[] = [
  status,
  summary,
  confidence,
  checklist,
  answers,
  ground,
  findings,
  notRead,
  verified,
  judged,
];

function status(_: Review, submission: Submission): readonly Problem[] {
  if (Object.hasOwn(verdictOf, submission.status)) return [];
  return [problem('status', 'is no verdict', Object.keys(verdictOf).join(', '))];
}

function summary(_: Review, submission: Submission): readonly Problem[] {
  return isText(submission.summary) ? [] : [problem('summary', 'is empty', 'what you looked at and what you think')];
}

function confidence(_: Review, submission: Submission): readonly Problem[] {
  const { confidence: given } = submission;
  if (Number.isInteger(given) && given >= 0 && given <= 100) return [];
  return [problem('confidence', `is ${given}`, 'an integer from 0 to 100')];
}

function checklist({ criteria }: Review, submission: Submission): readonly Problem[] {
  return criteria
    .filter(({ name, required }) => required && !Object.hasOwn(submission.checklist, name))
    .map(({ name, description }) =>
      problem(
        `checklist.${name}`,
        'is not answered',
        `true, false, or null where you could not check it: ${description}`,
      ),
    );
}

function answers({ peer }: Review, submission: Submission): readonly Problem[] {
  const questions = peer?.request.questions ?? [];
  const given = submission.answers ?? [];
  return questions.flatMap((question, index) =>
    isText(given[index]) ? [] : [problem(`answers[${index}]`, 'is missing', `an answer to "${question}"`)],
  );
}

function ground({ rejectGrounds }: Review, submission: Submission): readonly Problem[] {
  if (submission.status !== 'REJECTED') return [];
  if (submission.ground !== undefined && rejectGrounds.includes(submission.ground)) return [];
  const given = submission.ground === undefined ? 'a rejection names its ground' : `is "${submission.ground}"`;
  return [problem('ground', given, `${rejectGrounds.join(', ')}; or request changes instead`)];
}

function findings({ change }: Review, submission: Submission): readonly Problem[] {
  return submission.findings.flatMap((finding, index) => {
    const at = `findings[${index}]`;
    const blank = (['severity', 'category', 'message'] as const).filter((field) => !isText(finding[field]));
    return [
      ...blank.map((field) => problem(`${at}.${field}`, 'is empty', expectedOf[field])),
      ...fileProblem(at, finding, change.files),
    ];
  });
}

const expectedOf = {
  severity: 'critical, important or minor',
  category: 'a word such as bug, security, tests, errors, design, performance, documentation',
  message: 'what is wrong, why it matters and what to do',
} as const;

function fileProblem(at: string, finding: SubmittedFinding, files: Review['change']['files']): readonly Problem[] {
  if (finding.file === undefined || fileOf(finding, files) !== undefined) return [];
  const expected = 'a path of the packet, or no file where the finding is about the whole change';
  return [problem(`${at}.file`, `${finding.file} is not in the change`, expected)];
}

function notRead({ change }: Review, submission: Submission): readonly Problem[] {
  return (submission.notRead ?? []).flatMap((path, index) =>
    change.files.some((file) => file.path === path)
      ? []
      : [problem(`notRead[${index}]`, `${path} is not in the change`, 'a path of the packet')],
  );
}

function verified(review: Review, submission: Submission): readonly Problem[] {
  const owed = toVerify(review);
  const given = submission.verified ?? [];
  const unknown = given.flatMap(({ finding }, index) =>
    owed.some(({ id }) => id === finding)
      ? []
      : [problem(`verified[${index}].finding`, `${finding} is not to be verified`, ids(owed))],
  );
  const missing = owed
    .filter(({ id }) => !given.some(({ finding }) => finding === id))
    .map(({ id, message }) =>
      problem('verified', `says nothing of ${id}: ${message}`, `{finding: ${id}, outcome: fixed or still_open}`),
    );
  return [...unknown, ...missing];
}

/** What is said of contests is looked at by who knows them; here only whether any is forgotten. */
function judged(review: Review, submission: Submission, reviewer: string): readonly Problem[] {
  const given = new Set((submission.judged ?? []).map(({ finding }) => finding));
  return toJudge(review, reviewer)
    .filter(({ findingId }) => !given.has(findingId))
    .map(({ findingId, argument }) =>
      problem(
        'judged',
        `says nothing of ${findingId}, contested with: ${argument}`,
        `{finding: ${findingId}, outcome: upheld, refuted or narrowed, reason}`,
      ),
    );
}

function ids(owed: readonly { readonly id: string }[]): string {
  return owed.length === 0 ? 'nothing: no earlier finding is open' : owed.map(({ id }) => id).join(', ');
}

function isText(value: unknown): value is string {
  // A letter or a digit of any script: what cannot be seen says nothing.
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
}

function problem(key: string, message: string, expected: string): Problem {
  return { key, message, expected };
}
