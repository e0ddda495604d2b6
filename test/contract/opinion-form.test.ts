import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { answerSchema, describeSchema } from '../../src/application/prompt/answer-form.js';
import { answerText } from '../../src/application/prompt/review-prompt.js';
import { claude } from '../../src/adapters/drivers/cli/programs/claude.js';
import { codex } from '../../src/adapters/drivers/cli/programs/codex.js';
import { findingForm, opinionForm, snakeCase, type FormField } from '../../src/domain/model/opinion-form.js';
import { readOpinion } from '../../src/domain/opinion/read-opinion.js';
import { submissionForm } from '../../src/surfaces/cli/report/submission-form.js';
import { toolShape } from '../../src/surfaces/mcp/schema/opinion.js';
import { submitReview } from '../../src/surfaces/mcp/tools/submit-review.js';
import { aPacket } from '../kit/packet.js';

const nonce = 'a1b2c3';
const started = { review: '01A', nonce, leaseUntil: '2026-03-04T12:00:00.000Z', packet: aPacket() };
const asked = {
  criteria: [{ name: 'no_secrets', required: true, description: '', checks: [] }],
  rejectGrounds: ['fundamental_flaw'],
  owed: {
    questions: ['Is it fast?'],
    toVerify: [{ id: 'F1', place: 'a.ts:1', message: 'It loses the total.' }],
  },
};

const fields: readonly (readonly [string, FormField])[] = Object.entries(opinionForm);
const ofFindings: readonly (readonly [string, FormField])[] = Object.entries(findingForm);
const prompted = fields.filter(([, { prompt }]) => prompt !== 'never').map(([name]) => name);

/** An answer with something to say in every field that a prompt asks for. */
const full = {
  nonce,
  verdict: 'changes_requested',
  confidence: 83,
  summary: 'It adds a total.',
  checklist: { no_secrets: { answer: true, reason: null } },
  findings: [
    {
      ...{ severity: 'critical', category: 'correctness', file: 'a.ts', line: 3, endLine: 5, quote: 'total += one;' },
      ...{ message: 'the total is read before it is written', suggestion: 'write it first' },
    },
  ],
  answers: ['Yes, it is.'],
  ground: 'fundamental_flaw',
  verified: [{ finding: 'F1', outcome: 'still_open' }],
};

describe('the one form of an opinion', () => {
  it('is in the prompt: each field with its words', () => {
    const text = answerText(asked, { nonce, fence: 'f'.repeat(32) });
    for (const [name, { says = '' }] of [...fields, ...ofFindings].filter(([, { prompt }]) => prompt !== 'never')) {
      expect(text).toContain(`\`${name}\``);
      expect(text).toContain(says);
    }
    for (const [name, { prompt }] of fields) if (prompt === 'never') expect(text).not.toContain(`\`${name}\``);
  });

  it('is the schema that programs are handed, word for word', () => {
    const schema = answerSchema(asked);
    expect(Object.keys(schema.properties ?? {})).toEqual(['nonce', ...prompted]);
    const on = { has: () => true, model: undefined, schema, home: '/home', env: {} };
    const toClaude = claude.launch(on).args;
    expect(JSON.parse(toClaude[toClaude.indexOf('--json-schema') + 1] ?? '')).toEqual(schema);
    const toCodex = codex.launch(on);
    expect(toCodex.args).toContain('--output-schema');
    expect(Object.values(toCodex.files ?? {}).map((text) => JSON.parse(text) as unknown)).toEqual([schema]);
    expect(new Ajv({ allowUnionTypes: true, strict: true }).compile(schema)(full)).toBe(true);
    expect(describeSchema(schema)).toContain('`endLine`');
  });

  it('is what the reader reads: nothing of a full answer is left over', () => {
    expect(Object.keys(full)).toEqual(['nonce', ...prompted]);
    expect(Object.keys(full.findings[0] ?? {})).toEqual(ofFindings.map(([name]) => name));
    const reading = readOpinion(JSON.stringify(full), { nonce });
    expect(reading).toMatchObject({
      ...{ verdict: 'changes_requested', confidence: 83, summary: full.summary, answers: full.answers },
      ...{ ground: full.ground, verified: full.verified, checklist: { no_secrets: { answer: true } } },
      findings: full.findings,
      remarks: [],
    });
  });

  it('is read under the names of the tools as well', () => {
    const entries = ofFindings.map(([name]) => [snakeCase(name), Reflect.get(full.findings[0] ?? {}, name) as unknown]);
    const { verified, verdict, ...rest } = full;
    const answer = {
      ...rest,
      verdict: undefined,
      status: verdict.toUpperCase(),
      findings: [Object.fromEntries(entries)],
      verified: verified.map(({ finding, outcome }) => ({ finding_id: finding, outcome })),
    };
    const reading = readOpinion(JSON.stringify(answer), { nonce });
    expect(reading).toMatchObject({ verdict: 'changes_requested', verified, findings: full.findings, remarks: [] });
  });

  it('is the input of submit_review, and of the file that submit takes', () => {
    const names = fields.map(([name, { tool }]) => tool ?? snakeCase(name));
    const { properties } = submitReview.listed().inputSchema;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(names));
    for (const [name, { tool, briefly }] of fields)
      expect(properties[tool ?? snakeCase(name)]?.['description']).toBe(briefly);
    const file = JSON.parse(submissionForm(started)) as object;
    const beside = ['nonce', 'head_tree'];
    expect(Object.keys(file).filter((name) => !names.includes(name) && !beside.includes(name))).toEqual([]);
  });

  it('shows a field that is added in the schema of the tools at once', () => {
    const shape = toolShape({ ...findingForm, sawIn: { given: 'always', kind: 'words', briefly: 'where else' } });
    expect(Object.keys(shape)).toContain('saw_in');
    expect(shape.saw_in.description).toBe('where else');
    expect(shape.saw_in.safeParse('').success).toBe(false);
  });
});
