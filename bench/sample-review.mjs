// Reviews of ordinary size: twelve changed files, three findings.
import { hash as digest } from 'node:crypto';

const hash = (seed) => seed.toString(16).padStart(40, '0');

const files = Array.from({ length: 12 }, (_, index) => ({
  path: `src/feature-${index}/module.ts`,
  status: 'M',
  oldMode: '100644',
  newMode: '100644',
  oldBlob: hash(index * 2 + 1),
  newBlob: hash(index * 2 + 2),
  binary: false,
  added: 12,
  deleted: 3,
  addedLines: [
    [10, 15],
    [40, 45],
  ],
  deletedLines: [[10, 12]],
  newlineAtEof: { old: true, new: true },
}));

const person = { name: 'Ada', email: 'ada@example.org' };

const change = {
  source: 'range',
  title: 'main..topic',
  baseCommit: hash(11),
  headCommit: hash(12),
  baseTree: hash(13),
  headTree: hash(14),
  patchId: hash(15),
  commits: [{ id: hash(12), author: person, committer: person, message: 'Teach the parser about owls' }],
  files,
  notes: [],
};

const criteria = ['tests', 'errors', 'security', 'scope', 'documentation'].map((name) => ({
  name,
  required: true,
  description: `The change is in order as to ${name}.`,
  checks: [`${name} first`, `${name} second`],
}));

function findingsOf(id) {
  return [1, 2, 3].map((index) => ({
    id: digest('sha256', `${id}:${index}`).slice(0, 12),
    fingerprint: hash(index).slice(-32),
    state: 'open',
    agreement: 'only',
    severity: 'minor',
    category: 'tests',
    rule: 'tests/skipped',
    file: files[index].path,
    side: 'head',
    line: 12,
    quote: "it.skip('parses owls', () => {",
    message: 'The test is skipped, so a fault in this code would go unseen. Run it again or remove it.',
    sources: [{ seat: 'auditor@embedded', message: 'The test is skipped.', severity: 'minor' }],
  }));
}

function opinionOf(seat, findings, more = {}) {
  const opinion = {
    seat,
    verdict: 'approved',
    confidence: 90,
    summary: 'Read all of it; three small things to mend.',
    checklist: Object.fromEntries(criteria.map(({ name }) => [name, { answer: true }])),
    findings: findings.map(({ severity, category, rule, file, line, quote, message }) => ({
      ...{ severity, category, rule, file, line, quote, message },
    })),
    shown: files.map(({ path }) => ({ path, coverage: 'reviewed' })),
    durationMs: 120,
  };
  return { type: 'opinion_submitted', data: { opinion, ...more } };
}

function requested(more) {
  const data = {
    reviewType: 'feature',
    protocol: 'standards',
    creator: 'ada',
    change,
    classification: { type: 'feature', reason: 'source changed', protectedPaths: [], sensitivePaths: [] },
    policy: { source: 'default', digest: 'd'.repeat(64) },
    criteria,
    standards: { minChecklistPassRate: 1, minConfidence: 80, maxCriticalConcerns: 0, lowConfidence: 60 },
    embedded: {
      criticalConfidence: 40,
      importantConfidence: 60,
      minorConfidence: 75,
      cleanConfidence: 95,
      maxMinor: 5,
    },
    rejectGrounds: ['fundamental_flaw'],
    openingRules: [],
    exclusions: {},
    carried: {},
    ...more,
  };
  return { type: 'review_requested', data };
}

function approved(findings) {
  const rules = criteria.map(({ name }) => ({ id: `criteria/${name}`, result: 'satisfied', reason: 'answered yes' }));
  return { type: 'review_decided', data: { findings, decision: { outcome: 'approved', confidence: 90, rules } } };
}

/** The events of one review, by commit: opened (requested and started), an opinion of each of two seats, decided. */
export function reviewCommits(id) {
  const findings = findingsOf(id);
  const seats = ['auditor', 'security'].map((role) => ({ role, driver: 'embedded' }));
  return [
    [
      requested({ seats: ['auditor@embedded', 'security@embedded'] }),
      { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: Date.now() + 3_600_000 } },
    ],
    ...seats.map((seat) => [opinionOf(seat, findings)]),
    [approved(findings)],
  ];
}

const peer = {
  request: {
    by: 'ada',
    proved: true,
    context: 'c'.repeat(64),
    title: 'Teach the parser about owls',
    description: 'Owls were read as hawks; the grammar now tells them apart.',
    questions: ['Is the grammar still unambiguous?'],
    confidence: 85,
    scope: ['src'],
    idempotencyKey: null,
  },
  terms: {
    startMinutes: 30,
    backupMinutes: 15,
    silentMinutes: 60,
    waitMinutes: 15,
    creatorMinutes: 1440,
    targetMinutes: 15,
    warningHours: 8,
    escalation: {
      onDisputedRejection: true,
      maxRevisions: 3,
      maxOpenMinutes: 120,
      maxConfidenceGap: 40,
      minCriticalTypeConfidence: 90,
      humanTimeoutHours: 48,
    },
    line: [
      { place: 'primary', who: 'grace' },
      { place: 'backup', who: 'linus' },
      { place: 'escalate', who: 'human' },
    ],
    sameFamily: true,
    parallelReviewsMax: 3,
    reviewQueueMax: 5,
    blindFirstPass: true,
    carry: { identicalTree: true, rebase: true, messageOnly: true },
  },
  precheck: [],
  material: { digest: 'e'.repeat(64), gaps: [] },
};

/** The events of one review among peers, each step its own commit: requested, assigned, started, submitted, decided. */
export function peerSteps(id) {
  const findings = findingsOf(id);
  const [nonceDigest, context] = ['f'.repeat(64), 'a'.repeat(64)];
  const leaseUntil = Date.now() + 3_600_000;
  return [
    [requested({ seats: [], peer })],
    [
      {
        type: 'review_assigned',
        data: { reviewer: 'grace', place: 'primary', reason: 'first of the line', rules: [] },
      },
    ],
    [{ type: 'review_started', data: { reviewer: 'grace', leaseUntil, nonceDigest, context } }],
    [opinionOf({ role: 'grace', driver: 'mcp' }, findings, { by: 'grace', nonceDigest })],
    [approved(findings)],
  ];
}

/** The same by commit as the program makes them: requested and assigned, started, submitted and decided. */
export function peerCommits(id) {
  const [request, assign, start, submit, decide] = peerSteps(id);
  return [[...request, ...assign], start, [...submit, ...decide]];
}
