import type { RequestedReview } from '../../../../application/peer-review.js';
import { isRefusal, refuse, type Refusal } from '../../../../domain/model/refusal.js';
import { changeRequest } from '../../change-request.js';
import type { Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { type Options, text, texts } from '../../options.js';
import { mendingLines } from '../../report/mending.js';
import { printable } from '../../text/printable.js';

export const execute: Execute = async (call, context) => {
  const change = changeRequest(call.args[0], call.options);
  if (isRefusal(change)) return change;
  const confidence = confidenceOf(call.options);
  if (isRefusal(confidence)) return confidence;
  const key = text(call.options, 'key');
  const requested = await context.ask((application) =>
    application.peer.requestReview({
      change,
      questions: texts(call.options, 'question'),
      scope: texts(call.options, 'scope'),
      ...named(call.options, ['title', 'type', 'reviewer', 'autonomy', 'description']),
      ...(confidence === undefined ? {} : { confidence }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }),
  );
  return isRefusal(requested) ? requested : printRequested(requested, context);
};

const ends: ReadonlySet<string> = new Set(['approved', 'changes_requested', 'rejected', 'skipped', 'withdrawn']);

/** Prints what became of a request; the exit code says done, the review itself is yet to come. */
export async function printRequested(requested: RequestedReview, context: Context): Promise<number> {
  if (context.json) {
    await context.printJson('countersign/requested@1', requested);
    return exit.ok;
  }
  const {
    id,
    status,
    reviewer,
    estimatedCompletion,
    precheck,
    skipReason,
    note,
    mending,
    rejectedBefore = [],
    criteriaChanged = [],
  } = requested;
  const ended = ends.has(status);
  const lines = [`Review ${id}: ${status.replaceAll('_', ' ')}.`];
  if (skipReason !== undefined) lines.push(`Skipped: ${printable(skipReason)}`);
  else lines.push(`Reviewer: ${reviewer === null ? 'nobody yet' : printable(reviewer)}`);
  if (skipReason === undefined && !ended) lines.push(`Expected by ${estimatedCompletion}`);
  if (mending !== undefined) lines.push(...mendingLines(mending).map(printable));
  if (note !== undefined) lines.push(`Note: ${printable(note)}`);
  lines.push(...precheckLines(precheck, ended));
  if (criteriaChanged.length > 0)
    lines.push('', `The policy of the new base requires otherwise: ${criteriaChanged.map(printable).join(', ')}`);
  lines.push(...rejectedLines(rejectedBefore));
  lines.push('', ...nextLines(requested));
  await context.print(lines.join('\n'));
  return exit.ok;
}

function precheckLines(precheck: RequestedReview['precheck'], ended: boolean): string[] {
  if (precheck.length === 0) return [];
  const heading = ['', ended ? 'Found:' : 'Found at once; mend it before a reviewer spends time on it:'];
  const found = precheck.map(({ severity, file, line, message }) => {
    const place = file === undefined ? '' : ` ${printable(file)}${line === undefined ? '' : `:${line}`}`;
    return `  ${severity}${place}  ${printable(message)}`;
  });
  return [...heading, ...found];
}

function rejectedLines(before: readonly string[]): string[] {
  const heading = ['', 'Rejected before, of changes of this kind:'];
  return before.length === 0 ? [] : [...heading, ...before.map((line) => `  ${printable(line)}`)];
}

/** Whose turn it is, and with what; the creator only looks on. */
function nextLines({ id, status, reviewer, awaited = [] }: RequestedReview): string[] {
  const look = `countersign show ${id}`;
  if (status !== 'pending' && status !== 'pending_re_review') return [`Next: ${look}`];
  const turn =
    reviewer === null
      ? `a reviewer of its line takes it.${withoutToken(awaited)}`
      : `${printable(reviewer)} takes it, with its own token: countersign start ${id}`;
  return [`Next: ${turn}`, `How it stands: ${look}`];
}

function withoutToken([who]: readonly string[]): string {
  return who === undefined
    ? ''
    : ` If none has a token yet (countersign agent list): countersign agent add ${printable(who)}`;
}

/** The options of these names that were given. */
export function named<Name extends string>(options: Options, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = text(options, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** As SPEC section 4 reads what is stated: 85, 85% and 0.85 are the same. Undefined where it is none of them. */
export function confidencePercent(word: string): number | undefined {
  if (/^(?:0?\.\d+|[01]\.0*)$/u.test(word)) return Math.round(Number(word) * 100);
  const whole = /^(\d{1,3})%?$/u.exec(word)?.[1];
  return whole !== undefined && Number(whole) <= 100 ? Number(whole) : undefined;
}

function confidenceOf(options: Options): number | undefined | Refusal {
  const word = text(options, 'confidence');
  if (word === undefined) return undefined;
  const percent = confidencePercent(word);
  if (percent !== undefined) return percent;
  return refuse(
    'usage',
    `--confidence is "${printable(word)}"`,
    'Give a whole number from 0 to 100, a percentage or a fraction with a point.',
  );
}
