import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { FindingRow, Store } from '../ports/store.js';
import { ambiguousId, fewestLetters } from './find-review.js';

/** The finding that `prefix` names: a whole id or an unambiguous beginning of at least 6 characters. */
export async function findFinding(store: Store, prefix: string): Promise<FindingRow | Refusal> {
  const rows = await store.findFindings(prefix);
  const [row, second] = rows;
  if (row === undefined)
    return refuse(
      'unknown_finding',
      `no finding's id starts with "${prefix}"`,
      'see `countersign findings` for the ids',
    );
  const exact = rows.find(({ id }) => id === prefix);
  if (exact !== undefined) return exact;
  if (second !== undefined || prefix.length < fewestLetters)
    return ambiguousId(
      prefix,
      rows.map(({ id, severity, rule, category, file, line }) => {
        const place = file === null ? 'the change' : `${file}${line === null ? '' : `:${line}`}`;
        return `${id}  ${severity}  ${rule ?? category}  ${place}`;
      }),
    );
  return row;
}
