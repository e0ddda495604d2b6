import { z } from 'zod';
import { checkCondition } from '../conditions.js';

/** Expectations are written after "expected": they are all that a person sees of a rule. */
export const actionType = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: 'an action type: a word of letters, digits, _ and -' });

export const role = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*$/, { error: 'a role or agent name: a word in kebab-case' });

export const roleOrAny = z.union([z.literal('*'), role], { error: 'a role or agent name, or * for anybody else' });
export const actionTypeOrAny = z.union([z.literal('*'), actionType], { error: 'an action type, or * for every type' });

/** It names a file of the prompts: nothing that a path could be made of. */
export const command = z.string().regex(/^\/?[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, {
  error: 'a command like /review-task: a word of at most 64 letters, digits, _ and -',
});

/** It names a file of the memory: nothing that a path could be made of. */
export const serviceName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, {
  error: 'a service: a word of at most 64 letters, digits, _ and -',
});

export const criterionName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: 'a criterion name: a word of letters, digits, _ and -' });

export const text = z.string().trim().min(1, { error: 'a text that is not empty' });

/** Integer 0-100 or a fraction 0-1; `normaliseConfidence` makes it one of them. */
export const confidence = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => value <= 1 || Number.isInteger(value), {
    error: 'an integer from 0 to 100, or a fraction from 0 to 1',
  });

/** The one place where a confidence of the file becomes an integer 0-100. 1 is read as the fraction, the stricter way. */
export function normaliseConfidence(value: number): number {
  return value <= 1 ? Math.round(value * 100) : value;
}

export const fraction = z.number().min(0).max(1);
export const count = z.number().int().min(0);
export const positive = z.number().int().min(1);
export const minutes = z.number().int().min(1).max(10_080);

export const glob = z
  .string()
  .max(300)
  .refine((value) => value.length > 0 && !/^(\/|!|\.\/)|(^|\/)\.\.(\/|$)|[\\()|]|\0/.test(value), {
    error: 'a glob relative to the top of the repository, with / and without .., !, ./, \\, | or parentheses',
  })
  .refine((value) => value.split('/').every(isCheap) && value.split('**').length <= 3, {
    // Each star is a choice that a hostile path multiplies with every other.
    error: 'a glob with at most two ** and, in each name between slashes, at most three *',
  });

function isCheap(segment: string): boolean {
  return segment === '**' || segment.split('*').length <= 4;
}

/** A condition of the expression language, checked when the file is read. */
export const condition = z.string().superRefine((value, context) => {
  const mistake = checkCondition(value);
  if (mistake === undefined) return;
  context.addIssue({ code: 'custom', message: mistake.message, params: { ...mistake } });
});
