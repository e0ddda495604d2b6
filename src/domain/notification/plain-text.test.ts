import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine } from './plain-text.js';

describe('a line that is told', () => {
  it('keeps ordinary words, accents and emoji', () => {
    expect(plainLine('Åse: teach the parser “quotes” 🦉', 100)).toBe('Åse: teach the parser “quotes” 🦉');
  });

  it('holds nothing that a terminal or a reader obeys, whatever it was made from', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b[2J', '\u001b]0;x\u0007', '\u202eabc', 'a\r\nb', '\u200b', '\u2028', '\ud800', '\u0000'),
    );
    fc.assert(
      fc.property(fc.array(hostile), fc.integer({ min: 1, max: 60 }), (parts, longest) => {
        const line = plainLine(parts.join(''), longest);
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(Array.from(line).length).toBeLessThanOrEqual(longest);
        expect(plainLine(line, longest)).toBe(line);
      }),
    );
  });

  it('is cut between characters', () => {
    expect(plainLine('🦉🦉🦉', 2)).toBe('🦉…');
    expect(plainLine('x'.repeat(10_000), 50)).toHaveLength(50);
  });

  it('carries no credential out of the machine', () => {
    const secrets = [
      `countersign_human_${'a'.repeat(43)}`,
      `ghp_${'A1b2'.repeat(9)}`,
      'AKIAIOSFODNN7EXAMPLE',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
      `sk-${'x1y2'.repeat(8)}`,
      `whsec_${'MfKQ9r8GKYqrTwjU'.repeat(2)}`,
    ];
    for (const secret of secrets) expect(plainLine(`use ${secret} now`, 300)).toBe('use [redacted] now');
    expect(plainLine('push to https://ada:hunter2@example.org/x', 300)).toBe(
      'push to https://ada:[redacted]@example.org/x',
    );
    expect(plainLine('-----BEGIN RSA PRIVATE KEY-----\nMIIEow', 300)).toBe('[redacted]');
  });

  it('leaves names of commits, files and branches alone', () => {
    const text = 'fix 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567 in src/a_b/sk-notes.ts on feature/sk-very';
    expect(plainLine(text, 300)).toBe(text);
  });
});
