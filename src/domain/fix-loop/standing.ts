import type { Finding } from '../model/finding.js';
import type { Standing } from './loop.js';

/** A finding as the loop has to know it, under its key. */
export function standingOf(finding: Finding, key: string): Standing {
  return { key, severity: finding.severity, place: placeOf(finding), message: finding.message };
}

function placeOf({ file, line, side }: Finding): string {
  if (file === undefined) return 'the change';
  if (line === undefined) return file;
  return side === 'base' ? `${file}:${line} of the base` : `${file}:${line}`;
}
