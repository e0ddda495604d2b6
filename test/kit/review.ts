import type { Change, ChangedFile } from '../../src/domain/model/change.js';
import type { Recorded, ReviewEvent, ReviewRequested } from '../../src/domain/model/event.js';
import type { RaisedFinding } from '../../src/domain/model/finding.js';
import type { Opinion } from '../../src/domain/model/opinion.js';

const zeros = '0'.repeat(40);

/** A changed text file with sensible facts. */
export function changedFile(path: string, over: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    status: 'M',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: 'a'.repeat(40),
    newBlob: 'b'.repeat(40),
    binary: false,
    added: 1,
    deleted: 0,
    addedLines: [[1, 1]],
    deletedLines: [],
    ...over,
  };
}

export function change(files: readonly ChangedFile[] = [changedFile('a.ts')], over: Partial<Change> = {}): Change {
  return {
    source: 'range',
    title: 'main..topic',
    baseCommit: '1'.repeat(40),
    headCommit: '2'.repeat(40),
    baseTree: '3'.repeat(40),
    headTree: '4'.repeat(40),
    patchId: zeros,
    commits: [],
    files,
    notes: [],
    ...over,
  };
}

/** An approving opinion of the embedded auditor that saw everything of `change()`. */
export function opinion(over: Partial<Opinion> = {}): Opinion {
  return {
    seat: { role: 'auditor', driver: 'embedded' },
    verdict: 'approved',
    confidence: 95,
    summary: 'nothing found',
    checklist: {},
    findings: [],
    shown: [{ path: 'a.ts', coverage: 'reviewed' }],
    durationMs: 5,
    ...over,
  };
}

export function raised(over: Partial<RaisedFinding> = {}): RaisedFinding {
  return {
    rule: 'errors/swallowed',
    severity: 'important',
    category: 'errors',
    file: 'a.ts',
    side: 'head',
    line: 1,
    quote: 'catch {}',
    message: 'The error is lost.',
    ...over,
  };
}

export function requested(over: Partial<ReviewRequested> = {}): ReviewRequested {
  return {
    reviewType: 'feature',
    protocol: 'standards',
    creator: 'Ada',
    change: change(),
    classification: { type: 'feature', reason: 'says so', protectedPaths: [], sensitivePaths: [] },
    policy: { source: 'default', digest: 'd'.repeat(64) },
    criteria: [],
    standards: { minChecklistPassRate: 1, minConfidence: 80, maxCriticalConcerns: 0, lowConfidence: 60 },
    embedded: {
      criticalConfidence: 40,
      importantConfidence: 60,
      minorConfidence: 75,
      cleanConfidence: 95,
      maxMinor: 2,
    },
    rejectGrounds: ['fundamental_flaw'],
    openingRules: [],
    exclusions: {},
    seats: ['auditor@embedded'],
    carried: {},
    ...over,
  };
}

/** Events as a journal would record them, without a hash chain: for tests of what is computed from them. */
export function recorded(id: string, events: readonly ReviewEvent[], at = 1_000): Recorded[] {
  return events.map((event, index) => ({
    position: index + 1,
    stream: `review/${id}`,
    version: index + 1,
    at: at + index,
    actor: 'tester',
    ...event,
    previous: zeros,
    hash: zeros,
  }));
}
