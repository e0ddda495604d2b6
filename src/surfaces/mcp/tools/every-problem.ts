import type { SubmitReview, UnreadSubmission } from '../../../application/peer-review.js';
import { isRefusal, type Problem, type Refusal } from '../../../domain/model/refusal.js';
import { toCorrect } from '../arguments.js';
import { submissionInput, submitted } from './submission.js';

/** What else is wrong with an opinion of which some fields cannot be read. */
export type Further = (unread: UnreadSubmission) => Promise<readonly Problem[] | Refusal>;

const unsaid: Problem = { key: 'summary', message: 'is missing', expected: 'summary, or feedback.overall' };

/** In the place of what cannot be read. It is compared with nothing and never recorded. */
const instead = { nonce: '-', head_tree: '-', status: 'CHANGES_REQUESTED', summary: '-', confidence: 0, checklist: {} };

/** Which words of an opinion each field of the tool holds, where it is not the one of the same name. */
const holds: Readonly<Record<string, readonly (keyof SubmitReview)[]>> = {
  review_id: ['review'],
  head_tree: ['headTree'],
  not_read: ['notRead'],
  valid_options: ['validOptions'],
  feedback: ['summary', 'findings', 'answers'],
};

/**
 * A refusal that names everything that is wrong with an opinion: what its fields look like, and what the review finds missing in
 * those that can be read. `shape`: what is wrong with the fields; undefined where only the summary says nothing.
 */
export async function everyProblem(
  tool: string,
  shape: Refusal | undefined,
  given: Readonly<Record<string, unknown>>,
  further: Further,
): Promise<Refusal> {
  const wrong = shape?.problems ?? [];
  const unread = unreadFields(wrong);
  const readable = Object.fromEntries(Object.entries(given).filter(([name]) => !unread.includes(name)));
  const read = submissionInput.safeParse({ ...instead, ...readable });
  // Without the review there is nothing to hold it against.
  if (!read.success) return toCorrect(tool, wrong);
  const said = submitted(read.data);
  const problems = said === undefined ? [...wrong, unsaid] : wrong;
  const submission = said ?? submitted({ ...read.data, summary: instead.summary });
  if (submission === undefined) return toCorrect(tool, problems);
  const fields = [...unread, ...(said === undefined ? ['summary'] : [])];
  const more = await further({ submission, unread: fields.flatMap(wordsOf) });
  return toCorrect(tool, isRefusal(more) ? problems : [...problems, ...more]);
}

/** A field that is misspelt is missing under its own name, too. */
function unreadFields(problems: readonly Problem[]): readonly string[] {
  const fields = problems.flatMap(({ key = '', nearest = '' }) => [key.split('.', 1)[0] ?? '', nearest]);
  return fields.filter((field) => field in submissionInput.shape);
}

function wordsOf(field: string): readonly (keyof SubmitReview)[] {
  const own = ownWords.find((word) => word === field);
  return holds[field] ?? (own === undefined ? [] : [own]);
}

const ownWords = [
  'nonce',
  'status',
  'summary',
  'confidence',
  'checklist',
  'findings',
  'answers',
  'ground',
  'verified',
  'judged',
] as const;
