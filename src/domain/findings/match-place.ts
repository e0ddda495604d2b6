import type { RaisedFinding, Side } from '../model/finding.js';

/** How the places of two findings lie to each other. */
export type Nearness = 'together' | 'apart' | 'unknown';

export type Place = Pick<RaisedFinding, 'file' | 'line' | 'endLine' | 'side'>;

/**
 * Lines between two ranges that still count as one place: of 226 located pairs that people judged to be the same, 99 %
 * lie within two lines, while start lines are equal in only 47 % (ARCHITECTURE 5).
 */
export const reach = 2;

/** `unknown` when one of the two names no file or, in the same file, no line. */
export function nearness(a: Place, b: Place): Nearness {
  if (a.file === undefined || b.file === undefined) return 'unknown';
  if (a.file !== b.file) return 'apart';
  if (a.line === undefined || b.line === undefined || side(a) !== side(b)) return 'unknown';
  return gap(a.line, a.endLine, b.line, b.endLine) <= reach ? 'together' : 'apart';
}

function side(place: Place): Side {
  return place.side ?? 'head';
}

function gap(a: number, aEnd: number | undefined, b: number, bEnd: number | undefined): number {
  return Math.max(0, Math.max(a, b) - Math.min(Math.max(a, aEnd ?? a), Math.max(b, bEnd ?? b)));
}
