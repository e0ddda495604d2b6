import type { ReviewDocument } from '../../../application/queries/document.js';
import { duration } from '../text/time.js';
import { shortId } from './summary.js';

type Fix = NonNullable<ReviewDocument['fix']>;

/** What all formats of a report say of a fix loop alike. Texts are raw: whoever prints them makes them printable. */
export function fixLines({ author, cap, attempts, ended, applied }: Fix): readonly string[] {
  const made = attempts.map(({ attempt, ended: how, commit, durationMs, detail }) => {
    const what = how === 'done' ? `commit ${shortId(commit)}` : `${how.replaceAll('_', ' ')}: ${detail ?? ''}`;
    return `Fix attempt ${attempt} of ${cap} by ${author}, ${duration(durationMs)}: ${what}`;
  });
  const end = ended === null ? ['It was cut off before it ended.'] : endLines(ended);
  const where = applied === null ? [] : [`Applied to ${applied.branch}: ${shortId(applied.commit)}`];
  return [...(made.length === 0 ? [`No fix attempt was made by ${author}.`] : made), ...end, ...where];
}

function endLines({ ended, text }: NonNullable<Fix['ended']>): readonly string[] {
  const [first = '', ...rest] = text.split('\n');
  const to = { passed: '', escalated: 'to a person, ', stopped: '' }[ended];
  return [`Ended: ${to}${first}`, ...rest];
}

/** The command that takes a result which is not on the branch yet; undefined where there is none to take. */
export function takeCommand({ ended, applied }: Fix): string | undefined {
  return ended?.commit === undefined || applied !== null ? undefined : `git merge --ff-only ${ended.commit}`;
}
