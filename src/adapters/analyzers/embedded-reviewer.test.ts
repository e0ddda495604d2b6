import { describe, expect, it } from 'vitest';
import { frozenChange, packetFor, type ChangeSpec } from '../../../test/kit/frozen-change.js';
import { criteria, reviewChange } from '../../../test/kit/review-change.js';
import type { SeatProgress } from '../../application/ports/reviewer.js';
import type { Analyzer } from './analyzer.js';
import { embeddedReviewer } from './embedded-reviewer.js';

const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const bytes = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 181 + 7) % 256);

describe('embedded reviewers', () => {
  it('give one opinion for each role and approve an ordinary change', async () => {
    const { opinions, found } = await reviewChange(
      {
        base: { 'src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n' },
        head: { 'src/sum.ts': 'export const sum = (a: number, b: number, c = 0): number => a + b + c;\n' },
      },
      { criteria: criteria('syntax_valid', 'no_secrets') },
    );
    expect(opinions.map(({ seat }) => seat.role)).toEqual([
      'auditor',
      'tester',
      'architect',
      'optimizer',
      'core-developer',
    ]);
    expect(found).toEqual([]);
    expect(opinions.map(({ verdict, confidence }) => `${verdict} ${confidence}`)).toEqual(
      Array.from({ length: 5 }, () => 'approved 95'),
    );
    expect(opinions[0]?.checklist).toEqual({ no_secrets: { answer: true } });
    expect(opinions[4]?.checklist).toEqual({ syntax_valid: { answer: true } });
  });

  it('tell each step once, whoever is seated', async () => {
    const whole = packetFor(frozenChange({ head: { 'a.sh': '#!/bin/sh\nexit 0\n' } }));
    const reviewer = embeddedReviewer({ storeEvidence: () => Promise.resolve('0'.repeat(64)) });
    const steps: string[] = [];
    const tell = ({ seat, step }: SeatProgress): void => void steps.push(`${seat}: ${step}`);
    await reviewer.review(whole, reviewer.seats(whole), tell, new AbortController().signal);
    expect(steps).toContain('embedded reviewers: reading the change');
    expect(new Set(steps).size).toBe(steps.length);
  });

  it('find a secret and never print it', async () => {
    const { opinions, findings, checklist } = await reviewChange(
      { base: { 'a.ts': 'export {};\n' }, head: { 'a.ts': `export {};\nconst unused = '${token}';\n` } },
      { criteria: criteria('no_secrets') },
    );
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toContain('critical secrets/credential');
    expect(checklist['no_secrets']).toEqual({
      answer: false,
      reason: 'secrets/credential at a.ts:2',
      because: ['secrets/credential'],
    });
    expect(JSON.stringify(opinions)).not.toContain(token.slice(4, 20));
    expect(opinions[0]).toMatchObject({ verdict: 'changes_requested', confidence: 40 });
  });

  it('answer null and cannot approve when an analyzer behind a required criterion crashes', async () => {
    const broken: Analyzer = {
      name: 'broken',
      role: 'auditor',
      compares: 'itself',
      rules: ['secrets/credential'],
      applies: () => true,
      analyze: () => Promise.reject(new Error('out of paper')),
    };
    const { opinions, checklist } = await reviewChange(
      { head: { 'a.ts': 'export {};\n' } },
      { criteria: criteria('no_secrets'), options: { analyzers: [broken] } },
    );
    expect(checklist['no_secrets']).toEqual({ answer: null, reason: 'broken failed: out of paper' });
    expect(opinions[0]?.verdict).toBe('inconclusive');
  });

  it('look for the rules alone that they are asked for, and call nothing else checked', async () => {
    const { findings, checklist } = await reviewChange(
      {
        base: { 'b.test.ts': "it('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n" },
        head: {
          'a.ts': `const unused = '${token}';\n`,
          'b.test.ts': "it.skip('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n",
        },
      },
      { criteria: criteria('no_secrets', 'tests_not_weakened'), rules: ['tests/skipped'] },
    );
    expect(new Set(findings.map(({ rule }) => rule?.split('/')[0]))).toEqual(new Set(['tests']));
    expect(checklist['no_secrets']?.answer).toBeNull();
    expect(checklist['tests_not_weakened']?.answer).toBe(false);
  });

  it.each([
    ['random bytes', { head: { 'blob.bin': bytes } }, 'blob.bin was not read: binary content'],
    ['a program that was built', { head: { 'bin/run': bytes } }, 'bin/run was not read: binary content'],
    ['a submodule', { head: { lib: { content: 'c'.repeat(40), mode: '160000' } } }, 'lib was not read: a submodule'],
    ['a script that is missing', { head: { 'a.ts': 'x\n' }, missing: ['a.ts'] }, 'a.ts was not read: its content is'],
    [
      'a test whose old text nobody can read',
      { base: { 'a.test.ts': bytes }, head: { 'a.test.ts': 'export {};\n' } },
      'a.test.ts was not read: what it was before could not be read',
    ],
  ] satisfies [string, ChangeSpec, string][])(
    'answer nothing about texts where one was not read: %s',
    async (_name, spec, reason) => {
      const texts = ['syntax_valid', 'no_secrets', 'tests_not_weakened', 'no_breaking_changes', 'no_placeholders'];
      const { checklist } = await reviewChange(spec, { criteria: criteria(...texts) });
      expect(Object.keys(checklist).sort()).toEqual([...texts].sort());
      for (const name of texts)
        expect(checklist[name]).toEqual({ answer: null, reason: expect.stringContaining(reason) as string });
    },
  );

  it('answer about programs where only data was not read, and of paths and runs whatever was read', async () => {
    const latin = new Uint8Array([0x7b, 0xe9, 0x7d]);
    const { checklist } = await reviewChange(
      { head: { 'a.json': latin } },
      { criteria: criteria('no_secrets', 'tests_not_weakened', 'stays_in_scope'), scope: ['*.json'] },
    );
    expect(checklist['no_secrets']).toEqual({ answer: null, reason: 'a.json was not read: not valid UTF-8' });
    expect(checklist['tests_not_weakened']?.answer).toBe(true);
    expect(checklist['stays_in_scope']?.answer).toBe(true);
  });

  it('leave a criterion that needs judgement open, each exactly once', async () => {
    const { opinions } = await reviewChange(
      { head: { 'README.md': '# Title\n' } },
      { criteria: criteria('is_elegant', 'no_secrets', 'performance_acceptable', 'stays_in_scope') },
    );
    const answered = opinions.flatMap(({ checklist }) => Object.keys(checklist));
    expect(answered.sort()).toEqual(['is_elegant', 'no_secrets', 'performance_acceptable', 'stays_in_scope']);
    expect(opinions[0]?.checklist['is_elegant']?.reason).toContain('needs judgement');
  });

  it('stop at once when cancelled, and say so', async () => {
    const never: Analyzer = {
      name: 'never',
      role: 'auditor',
      compares: 'itself',
      rules: [],
      applies: () => true,
      analyze: () => new Promise(() => undefined),
    };
    const controller = new AbortController();
    const waiting = reviewChange(
      { head: { 'a.ts': 'export {};\n' } },
      { options: { analyzers: [never] }, signal: controller.signal },
    );
    controller.abort();
    const { opinions } = await waiting;
    expect(opinions.map(({ verdict, failure }) => `${verdict} ${failure?.kind}`)).toEqual(
      opinions.map(() => 'inconclusive cancelled'),
    );
  });
});
