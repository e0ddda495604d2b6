import type { PacketDocument } from '../../src/application/peer-review.js';
import type { Hunk } from '../../src/application/ports/repository.js';
import { aFile } from './review-document.js';

/** A hunk that adds lines from line `start` on. */
export function addedHunk(lines: readonly string[], start = 1): Hunk {
  return {
    oldStart: start,
    oldLines: 0,
    newStart: start,
    newLines: lines.length,
    lines: lines.map((text, index) => ({ kind: 'added', newLine: start + index, text })),
  };
}

export function aPacket(more: Partial<PacketDocument> = {}): PacketDocument {
  return {
    review: '01K3ZQ5T8D0R7W2XHBN4VY6MCA',
    revision: 0,
    type: 'feature',
    baseTree: '05cbd3e105cbd3e105cbd3e105cbd3e105cbd3e1',
    headTree: '7a1c33f07a1c33f07a1c33f07a1c33f07a1c33f0',
    blind: true,
    criteria: [
      { name: 'no_secrets', required: true, description: 'No secret is committed', checks: ['keys', 'tokens'] },
    ],
    grounds: ['fundamental_flaw'],
    facts: ['1 entry, 2 lines added, 0 deleted'],
    notShown: [],
    questions: ['Is the timeout long enough?'],
    guidelines: { 'AGENTS.md': 'Small functions.' },
    files: [aFile('src/a.ts')],
    hunks: { 'src/a.ts': [addedHunk(['const one = 1;', 'const two = 2;'], 10)] },
    toVerify: [],
    settled: [],
    toJudge: [],
    ...more,
  };
}
