import { describe, expect, it } from 'vitest';
import type { ReviewRequest } from '../application.js';
import type { Prepared } from './prepare.js';
import { protocolFor } from './plan-review.js';

const chosen = (policy: string, protocol?: string) =>
  protocolFor(
    { policy: { protocol: policy } } as unknown as Prepared,
    (protocol === undefined ? {} : { protocol }) as unknown as ReviewRequest,
  );

describe('the protocol of a review', () => {
  it('is the one that the policy names, whatever the caller wants', () => {
    expect(chosen('panel')).toBe('panel');
    expect(chosen('panel', 'panel')).toBe('panel');
    expect(chosen('panel', 'standards')).toMatchObject({ code: 'protocol_by_policy' });
  });

  it('may be made a panel where the policy has the default', () => {
    expect(chosen('standards')).toBe('standards');
    expect(chosen('standards', 'panel')).toBe('panel');
    expect(chosen('standards', 'solo')).toMatchObject({ code: 'unknown_protocol' });
  });
});
