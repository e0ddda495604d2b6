import { expect, it } from 'vitest';
import { aFinding } from '../../../../test/kit/review-document.js';
import { aPacket } from '../../../../test/kit/packet.js';
import { submissionForm } from './submission-form.js';

const started = (packet: Partial<ReturnType<typeof aPacket>>) => ({
  review: '01A',
  nonce: 'n-1',
  leaseUntil: '2026-03-04T12:00:00.000Z',
  packet: { ...aPacket(), headTree: 'f00d', ...packet },
});

it('fills in what is known and judges nothing', () => {
  const criteria = [{ name: 'correct', required: true, description: 'It is right', checks: [] }];
  expect(JSON.parse(submissionForm(started({ criteria, questions: [], toVerify: [], toJudge: [] })))).toEqual({
    nonce: 'n-1',
    head_tree: 'f00d',
    status: '',
    confidence: null,
    summary: '',
    checklist: { correct: null },
    findings: [],
  });
});

it('has a place for each question and each finding to verify', () => {
  const form = submissionForm(started({ questions: ['Why?'], toVerify: [aFinding('01A-1')] }));
  expect(JSON.parse(form)).toMatchObject({ answers: [''], verified: [{ finding_id: '01A-1', outcome: '' }] });
});
