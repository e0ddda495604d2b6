/** Files of a change that the embedded reviewers have nothing against. */
export const cleanChange = {
  'src/sum.ts': '/** Adds two numbers. */\nexport function sum(a: number, b: number): number {\n  return a + b;\n}\n',
  'src/sum.test.ts':
    "import { expect, it } from 'vitest';\nimport { sum } from './sum.js';\n\nit('adds', () => {\n  expect(sum(1, 2)).toBe(3);\n});\n",
} as const;
