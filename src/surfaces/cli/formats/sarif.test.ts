import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { aFinding, changesRequested, decided } from '../../../../test/kit/review-document.js';
import type { ReviewDocument } from '../../../application/queries/document.js';
import { sarifLog } from './sarif.js';

/** The schema is of draft 04, whose `id` and `$schema` a validator of draft 07 does not take; it uses nothing else of 04. */
const schema: object = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8'),
  (key, value: unknown) =>
    key === 'id' || key === '$schema' ? (typeof value === 'string' ? undefined : value) : value,
) as object;
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})*$/u,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u,
  },
});
const validate = ajv.compile(schema);

const rules = [
  { id: 'errors/swallowed', title: 'An error is dropped', why: 'Nobody learns that it failed.', remedy: 'Handle it.' },
];
const tool = { version: '1.2.3', exitCode: 1 };

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { id: string; help?: { text: string } }[] } };
      readonly results: readonly Record<string, unknown>[];
      readonly invocations: readonly [{ executionSuccessful: boolean; toolExecutionNotifications: readonly unknown[] }];
    },
  ];
}

function logOf(document: ReviewDocument): Log {
  return JSON.parse(JSON.stringify(sarifLog(document, rules, tool))) as Log;
}

describe('SARIF', () => {
  it.each([
    ['changes requested', changesRequested()],
    ['nothing found', decided('approved')],
    ['nothing decided', { ...changesRequested(), decision: null }],
    ['an empty message', { ...changesRequested(), findings: [aFinding('A', { message: '', line: 0 })] }],
  ])('is valid against the schema of OASIS: %s', (_, document) => {
    expect(validate(logOf(document)) ? [] : validate.errors).toEqual([]);
  });

  it('would be refused by that schema if it were wrong', () => {
    const log = logOf(changesRequested());
    expect(validate({ ...log, version: '2.2' })).toBe(false);
    const [result] = log.runs[0].results;
    expect(validate({ ...log, runs: [{ ...log.runs[0], results: [{ ...result, rank: 101 }] }] })).toBe(false);
  });

  it('has level, rank of the stating seat, fingerprint and place', () => {
    const [result] = logOf(changesRequested()).runs[0].results;
    expect(result).toMatchObject({
      ruleId: 'errors/swallowed',
      level: 'warning',
      rank: 60,
      partialFingerprints: { 'countersign/v1': changesRequested().findings[0]!.fingerprint },
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'src/payment/charge.ts' }, region: { startLine: 14 } } },
      ],
    });
  });

  it('brigade#530: lines that shift leave the fingerprint as it is', () => {
    const document = changesRequested();
    const shifted = { ...document, findings: document.findings.map((finding) => ({ ...finding, line: 999 })) };
    const prints = (log: Log) => log.runs[0].results.map((result) => result['partialFingerprints']);
    expect(prints(logOf(shifted))).toEqual(prints(logOf(document)));
  });

  it('puts a finding of the base side at file level', () => {
    const result = logOf(changesRequested()).runs[0].results.find(
      (candidate) => candidate['ruleId'] === 'tests/deleted',
    );
    expect(JSON.stringify(result?.['locations'])).not.toContain('region');
    expect(result?.['properties']).toMatchObject({ baseLine: 8 });
  });

  it.each([
    ['claimed', 'underReview'],
    ['human', 'accepted'],
  ] as const)(
    'sarif-tools#104: a finding dismissed with authority %s stays, %s, with its reason',
    (authority, status) => {
      const document = changesRequested();
      const findings = document.findings.map((finding) =>
        finding.disposition === undefined
          ? finding
          : { ...finding, counts: authority === 'claimed', disposition: { ...finding.disposition, authority } },
      );
      const result = logOf({ ...document, findings }).runs[0].results.find(
        (candidate) => candidate['ruleId'] === 'lint/no-empty',
      );
      const justification = `dismissed by dana (${authority}): The block is filled by the code generator`;
      expect(result?.['suppressions']).toEqual([{ kind: 'external', status, justification }]);
    },
  );

  it('carries help of the rules, and lists each rule once', () => {
    const listed = logOf(changesRequested()).runs[0].tool.driver.rules;
    expect(listed.map((rule) => rule.id)).toEqual([
      'errors/swallowed',
      'lint/no-empty',
      'scope/outside',
      'tests/deleted',
    ]);
    expect(listed[0]?.help?.text).toBe('Nobody learns that it failed.\n\nHandle it.');
  });

  it('encodes paths as URIs, by their bytes where they are not UTF-8', () => {
    const document = changesRequested();
    const [file] = document.change.files;
    const path = 'a\\xFF b#.ts';
    const odd = {
      ...file!,
      path,
      pathBytes: Buffer.from([0x61, 0xff, 0x20, 0x62, 0x23, 0x2e, 0x74, 0x73]).toString('base64'),
    };
    const log = logOf({
      ...document,
      change: { ...document.change, files: [odd] },
      findings: [aFinding('A', { file: path }), aFinding('B', { file: 'src/決済?.ts' })],
    });
    const text = JSON.stringify(log.runs[0].results);
    expect(text).toContain('"uri":"a%FF%20b%23.ts"');
    expect(text).toContain('"uri":"src/%E6%B1%BA%E6%B8%88%3F.ts"');
  });

  it('says that a run which read not everything was no success', () => {
    const document = decided('inconclusive');
    const files = document.change.files.map((file) => ({ ...file, coverage: 'not_shown' as const }));
    const [invocation] = logOf({ ...document, change: { ...document.change, files } }).runs[0].invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(invocation.toolExecutionNotifications).toHaveLength(files.length);
  });
});
