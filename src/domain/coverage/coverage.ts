import type { Change, ChangedFile, Coverage } from '../model/change.js';
import type { Opinion } from '../model/opinion.js';
import { judges } from '../model/seat.js';

/** Where one entry of the inventory ended (SPEC 2, rule 2), and the rule or reason behind it. */
export interface EntryCoverage {
  readonly path: string;
  readonly coverage: Coverage;
  /** Name of the exclusion rule, or why the entry is not `reviewed`. */
  readonly rule?: string;
}

const worstFirst: readonly Coverage[] = ['not_shown', 'unreadable', 'partly_shown', 'reviewed', 'excluded'];

/**
 * Coverage of every entry over the opinions that count: an entry counts as the seat that saw least of it saw it, since each
 * opinion that approves answers for the whole change. An entry that a seat does not mention was not shown to it. A seat that
 * failed says nothing of coverage where another one spoke: its absence decides by itself. Where a seat with a judgement of its
 * own gave an opinion, the embedded reviewers add findings to it and need not know every language.
 */
export function coverageOf(
  change: Change,
  exclusions: Readonly<Record<string, string>>,
  opinions: readonly Opinion[],
): readonly EntryCoverage[] {
  const shown = covering(opinions).map((opinion) => new Map(opinion.shown.map((entry) => [entry.path, entry])));
  return change.files.map((file) => entryCoverage(file, exclusions[file.path], shown));
}

function covering(opinions: readonly Opinion[]): readonly Opinion[] {
  const spoken = opinions.filter(({ failure }) => failure === undefined);
  if (spoken.length === 0) return opinions;
  return spoken.some(({ seat }) => judges(seat)) ? spoken.filter(({ seat }) => seat.driver !== 'embedded') : spoken;
}

function entryCoverage(
  file: ChangedFile,
  exclusion: string | undefined,
  shown: readonly ReadonlyMap<string, Opinion['shown'][number]>[],
): EntryCoverage {
  if (exclusion !== undefined) return { path: file.path, coverage: 'excluded', rule: exclusion };
  let worst: EntryCoverage | undefined;
  for (const seat of shown) {
    const entry = seat.get(file.path);
    const candidate: EntryCoverage =
      entry === undefined
        ? { path: file.path, coverage: 'not_shown', rule: 'the reviewer was not shown this entry' }
        : { path: file.path, coverage: entry.coverage, ...(entry.reason === undefined ? {} : { rule: entry.reason }) };
    if (worst === undefined || isWorse(candidate.coverage, worst.coverage)) worst = candidate;
  }
  return worst ?? { path: file.path, coverage: 'not_shown', rule: 'no reviewer gave an opinion' };
}

function isWorse(left: Coverage, right: Coverage): boolean {
  return worstFirst.indexOf(left) < worstFirst.indexOf(right);
}
