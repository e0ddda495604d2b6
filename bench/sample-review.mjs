// A review of ordinary size: twelve changed files, three findings.
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

/** The events of one review, by commit: opened (requested and started), an opinion of each of two seats, decided. */
export function reviewCommits(id) {
  const findings = [1, 2, 3].map((index) => ({
    id: `F-${id}-${index}`,
    fingerprint: `${hash(index)}${hash(index)}`.slice(0, 64),
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
  const opinion = (role) => ({
    type: 'opinion_submitted',
    data: {
      opinion: {
        seat: { role, driver: 'embedded' },
        verdict: 'approved',
        confidence: 90,
        summary: 'Read all of it; three small things to mend.',
        checklist: Object.fromEntries(criteria.map(({ name }) => [name, { answer: true }])),
        findings: findings.map(({ severity, category, rule, file, line, quote, message }) => ({
          ...{ severity, category, rule, file, line, quote, message },
        })),
        shown: files.map(({ path }) => ({ path, coverage: 'reviewed' })),
        durationMs: 120,
      },
    },
  });
  return [
    [
      {
        type: 'review_requested',
        data: {
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
          seats: ['auditor@embedded', 'security@embedded'],
          carried: {},
        },
      },
      { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 2_000_000_000_000 } },
    ],
    [opinion('auditor')],
    [opinion('security')],
    [
      {
        type: 'review_decided',
        data: {
          findings,
          decision: {
            outcome: 'approved',
            confidence: 90,
            rules: criteria.map(({ name }) => ({
              id: `criteria/${name}`,
              result: 'satisfied',
              reason: 'answered yes',
            })),
          },
        },
      },
    ],
  ];
}
