import { describe, expect, it } from 'vitest';
import type { RejectedApproach } from '../../domain/model/occurrence.js';
import { memoryReport } from './report.js';

const rejected = (review: string, ...services: string[]): RejectedApproach => ({
  ...{ review, services, type: 'feature', title: 't', ground: null, why: 'w', by: 'bob', at: 1 },
});
const seen = (service: string) => ({ service, reviews: 1, issues: [], archived: [], falsePositives: [] });
const from = {
  services: [seen('payments'), seen('old')],
  rejected: [rejected('1', 'payments'), rejected('2', 'shop'), rejected('3')],
};
const rules = new Map([
  ['payments', ['Money is an integer of cents.']],
  ['shop', []],
  ['mail', ['No name in a subject.']],
]);

describe('what is remembered, to be shown', () => {
  it('has the rules that reviewers of a service are told, also of one that nothing was found in yet', () => {
    expect(memoryReport(from, rules)).toMatchObject({
      services: [
        { service: 'payments', reviews: 1, rules: ['Money is an integer of cents.'] },
        { service: 'old', rules: [] },
        { service: 'mail', reviews: 0, rules: ['No name in a subject.'] },
      ],
      rejected: from.rejected,
    });
  });

  it('is of one service only, rejected approaches too', () => {
    expect(memoryReport(from, rules, 'payments')).toMatchObject({
      services: [{ service: 'payments' }],
      rejected: [{ review: '1' }],
    });
    expect(memoryReport(from, rules, 'shop')).toMatchObject({ services: [], rejected: [{ review: '2' }] });
    expect(memoryReport(from, rules, 'repository')).toMatchObject({ services: [], rejected: [{ review: '3' }] });
  });

  it('says which services there are where one is mistyped', () => {
    expect(memoryReport(from, rules, 'payment')).toMatchObject({
      code: 'unknown_service',
      remedy: 'name one of: mail, old, payments, repository, shop',
    });
  });
});
