import { blocking, type Judged, type Loop, type LoopStep, type Standing, type StopReason } from './loop.js';

/**
 * What follows from all that happened (SPEC 6.3): judge what the author made, ask the author (again), or stop. A pure function
 * of the history, so that a loop that was cut off goes on where it was. Repetition is looked for before the cap, so that the
 * reason says which of the two it was (FAULTS AssemblyZero#2386).
 */
export function nextStep(loop: Loop): LoopStep {
  const { judged, attempts } = loop;
  const last = judged.at(-1);
  if (last === undefined) return { do: 'judge' };
  if (attempts.length >= judged.length) return afterAttempt(loop, last);
  if (last.verdict === 'inconclusive' || isUnverified(last)) return inconclusive(last);
  if (last.verdict === 'undecided')
    return escalated('undecided', 'the latest round is one that only a person decides', last);
  if (last.verdict === 'passed' || isMinorOnly(last)) return { do: 'stop', ended: 'passed', notes: last.findings };
  return stopped(loop, last) ?? ask(loop, last);
}

/** Nothing is left to mend, and nobody has seen that what was to be mended is. */
function isUnverified({ findings, unverified = [] }: Judged): boolean {
  return unverified.length > 0 && blocking(findings).length === 0;
}

function inconclusive({ unverified = [], ...last }: Judged): LoopStep {
  const why = 'the latest round came to no verdict';
  if (unverified.length === 0) return escalated('inconclusive', why, last);
  const findings = [...last.findings, ...unverified];
  return escalated('inconclusive', `${why}: nobody verified the fix of ${named(unverified)}`, { ...last, findings });
}

/** An objection without any finding is none that is minor. */
function isMinorOnly({ findings }: Judged): boolean {
  return findings.length > 0 && blocking(findings).length === 0;
}

function ask({ terms, attempts }: Loop, { findings }: Judged): LoopStep {
  return { do: 'fix', attempt: attempts.length + 1, of: terms.attempts, turns: terms.turns, findings };
}

/** Looked at before anybody reviews again: what cannot be a fix costs no review. */
function afterAttempt({ judged, attempts, terms }: Loop, last: Judged): LoopStep {
  const attempt = attempts.at(-1);
  if (attempt === undefined) return { do: 'judge' };
  const which = `fix attempt ${attempts.length} of ${terms.attempts}`;
  if (attempt.ended === 'failed')
    return escalated('author_failed', `${which} failed: ${attempt.detail ?? 'the author gave no reason'}`, last);
  if (attempt.ended === 'turn_limit')
    return escalated('turn_limit', `${which} was not done within ${terms.turns ?? 'its'} turns`, last);
  if (attempt.halt !== undefined) return escalated(attempt.halt.reason, attempt.halt.why, last);
  if (attempt.content === last.content) return escalated('no_change', `${which} changed nothing`, last);
  const before = judged.findIndex(({ content }) => content === attempt.content);
  if (before >= 0) {
    const what = before === 0 ? 'the content that was handed in first' : `what fix attempt ${before} had made`;
    return escalated('content_again', `${which} went back to ${what}`, last);
  }
  return { do: 'judge' };
}

function stopped({ judged, attempts, terms }: Loop, last: Judged): LoopStep | undefined {
  const blocks = blocking(last.findings);
  if (blocks.length === 0)
    return escalated('nothing_to_fix', 'the work is objected to without a finding that could be mended', last);
  const back = blocks.filter(({ key }) => wasMended(key, judged));
  if (back.length > 0) return escalated('regression', `what was mended before is broken again: ${named(back)}`, last);
  const same = repeated(judged);
  if (same.length > 0)
    return escalated(
      'same_finding',
      `the same finding again after ${attemptsMade(attempts.length)}: ${named(same)}`,
      last,
    );
  if (attempts.length >= terms.attempts)
    return escalated('cap', `not passed after ${attempts.length} of ${terms.attempts} fix attempts`, last);
  return undefined;
}

/** Stood in one round, not in a later one, and stands again in the last. */
function wasMended(key: string, judged: readonly Judged[]): boolean {
  const stood = judged.map(({ findings }) => findings.some((finding) => finding.key === key));
  const first = stood.indexOf(true);
  return stood.slice(first, -1).includes(false);
}

/**
 * Findings that show that asking again leads nowhere: the latest attempt mended none of those it was asked for, or one has
 * stood through two attempts. A loop that mends one after the other converges and goes on.
 */
function repeated(judged: readonly Judged[]): readonly Standing[] {
  const [now, asked, earlier] = judged.toReversed();
  if (now === undefined || asked === undefined) return [];
  const blocks = blocking(now.findings);
  const stands = blocks.filter(({ key }) => has(asked, key));
  const mended = blocking(asked.findings).some(({ key }) => !has(now, key));
  if (!mended) return stands;
  return earlier === undefined ? [] : stands.filter(({ key }) => has(earlier, key));
}

function has({ findings }: Judged, key: string): boolean {
  return findings.some((finding) => finding.key === key);
}

function escalated(reason: StopReason, why: string, { findings }: Judged): LoopStep {
  return { do: 'stop', ended: 'escalated', reason, why, remaining: findings };
}

function attemptsMade(number: number): string {
  return number === 1 ? '1 fix attempt' : `${number} fix attempts`;
}

const namesAtMost = 3;

function named(findings: readonly Standing[]): string {
  const places = findings.slice(0, namesAtMost).map(({ place, message }) => `${place} (${message})`);
  const more = findings.length - places.length;
  return `${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
