import { describe, expect, it } from 'vitest';
import { isSignedBy, publicKeyOf, signWith } from './token-signature.js';

const token = 'countersign_agent_abc';
const key = publicKeyOf(token);

describe('what a token signs', () => {
  it('is known by the key that is kept of it', () => {
    expect(isSignedBy(key, 'text', signWith(token, 'text'))).toBe(true);
    expect(key).not.toContain('abc');
  });

  it('is nobody else’s, and no other text', () => {
    expect(isSignedBy(key, 'text', signWith('countersign_agent_other', 'text'))).toBe(false);
    expect(isSignedBy(key, 'other text', signWith(token, 'text'))).toBe(false);
    expect(isSignedBy(publicKeyOf('other'), 'text', signWith(token, 'text'))).toBe(false);
  });

  it('what is no key or no signature is false, not a fault', () => {
    expect(isSignedBy('', 'text', signWith(token, 'text'))).toBe(false);
    expect(isSignedBy(key, 'text', '')).toBe(false);
    expect(isSignedBy(key, 'text', '%%%')).toBe(false);
  });
});
