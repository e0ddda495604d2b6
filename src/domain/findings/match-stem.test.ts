import { describe, expect, it } from 'vitest';
import { stem } from './match-stem.js';

describe('stemming', () => {
  it.each([
    ['checks', 'checking', 'checked'],
    ['validates', 'validation', 'validating'],
    ['crash', 'crashes', 'crashed'],
    ['query', 'queries'],
  ])('lets %s and its kin meet', (...words) => {
    expect(new Set(words.map(stem)).size).toBe(1);
  });

  it.each([
    ['test', 'text'],
    ['error', 'erode'],
    ['user', 'used'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });
});
