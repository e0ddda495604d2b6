import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // The tests of whole programs mostly wait for them.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
