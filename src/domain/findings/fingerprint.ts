import type { RaisedFinding } from '../model/finding.js';

/** `sha256` hex of a UTF-8 text; passed in, since the domain imports nothing. */
export type Digest = (text: string) => string;

/**
 * What makes two findings the same problem at the same place: rule (or category), file and the text it points at, never a
 * line number, so that it is stable when lines shift (FAULTS brigade#530). `occurrence` tells equal lines of a file apart.
 */
export function fingerprint(finding: RaisedFinding, occurrence: number, digest: Digest): string {
  const place = finding.quote === undefined ? `message:${squeeze(finding.message)}` : `quote:${squeeze(finding.quote)}`;
  const identity = [finding.rule ?? finding.category, finding.file ?? '', finding.side ?? 'head', place, occurrence];
  return digest(JSON.stringify(identity)).slice(0, 32);
}

/** Most messages are one line of single blanks. */
const unsqueezed = /\s\s|[^\S ]/u;

function squeeze(text: string): string {
  return (unsqueezed.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
}
