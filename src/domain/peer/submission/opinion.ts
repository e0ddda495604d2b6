import type { ChangedFile } from '../../model/change.js';
import type { RaisedFinding } from '../../model/finding.js';
import type { CriterionAnswer, Opinion, ShownEntry } from '../../model/opinion.js';
import type { Review } from '../../model/review.js';
import { canonicalSeverity, type Verdict } from '../../model/verdict.js';
import { placeOf, type ShownFile } from './place.js';
import type { Submission, SubmittedFinding } from './submission.js';

export const verdictOf: Readonly<Record<Submission['status'], Exclude<Verdict, 'inconclusive'>>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  REJECTED: 'rejected',
};

export interface Reading {
  readonly reviewer: string;
  /** What the reviewer was given to read, by path. */
  readonly shown: Readonly<Record<string, ShownFile>>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The opinion that a well-formed submission stands for. */
export function opinionOf(review: Review, submission: Submission, reading: Reading): Opinion {
  const { summary, confidence, answers, ground, validOptions, compromise, clarification } = submission;
  return {
    seat: { role: reading.reviewer, driver: 'mcp' },
    verdict: verdictOf[submission.status],
    confidence,
    summary: summary.trim(),
    checklist: checklistOf(review, submission),
    findings: submission.findings.map((finding) => raised(finding, review.change.files, reading)),
    shown: shownEntries(review, submission.notRead ?? []),
    durationMs: Math.max(0, reading.now - (review.startedAt ?? reading.now)),
    ...(answers === undefined || answers.length === 0 ? {} : { answers }),
    ...(ground === undefined || submission.status !== 'REJECTED' ? {} : { ground }),
    ...(validOptions === undefined || validOptions.length === 0 ? {} : { validOptions }),
    ...(compromise === undefined ? {} : { compromise }),
    ...(clarification === undefined ? {} : { clarification }),
  };
}

function checklistOf({ criteria }: Review, { checklist }: Submission): Opinion['checklist'] {
  return Object.fromEntries(
    criteria.map(({ name }): [string, CriterionAnswer] => {
      const answer = Object.hasOwn(checklist, name) ? (checklist[name] ?? null) : null;
      if (answer === true) return [name, { answer }];
      const reason = answer === false ? 'the reviewer says that it does not hold' : 'the reviewer could not check it';
      return [name, { answer, reason }];
    }),
  );
}

function raised(
  finding: SubmittedFinding,
  files: readonly ChangedFile[],
  { shown }: Pick<Reading, 'shown'>,
): RaisedFinding {
  const { severity: word, category, message, suggestion } = finding;
  const severity = canonicalSeverity(word);
  const file = fileOf(finding, files);
  return {
    severity,
    ...(word.trim().toLowerCase() === severity ? {} : { statedSeverity: word.trim() }),
    category: category.trim(),
    ...(file === undefined ? {} : { file: file.path, ...placeOf(finding, file, shown[file.path]) }),
    message: message.trim(),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** The entry that a finding names, by its path at the head or at the base. */
export function fileOf({ file }: SubmittedFinding, files: readonly ChangedFile[]): ChangedFile | undefined {
  if (file === undefined) return undefined;
  return files.find(({ path }) => path === file) ?? files.find(({ oldPath }) => oldPath === file);
}

/** Coverage as the packet gave it, less what the reviewer says it did not read (SPEC 2, rule 2). */
function shownEntries({ change, exclusions, peer }: Review, notRead: readonly string[]): readonly ShownEntry[] {
  const gaps = new Map((peer?.material?.gaps ?? []).map((gap) => [gap.path, gap]));
  return change.files.flatMap(({ path }): ShownEntry[] => {
    if (exclusions[path] !== undefined) return [];
    if (notRead.includes(path)) return [{ path, coverage: 'not_shown', reason: 'the reviewer did not read it' }];
    return [gaps.get(path) ?? { path, coverage: 'reviewed' }];
  });
}
