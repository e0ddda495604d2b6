import * as z from 'zod';

/** Longest text of one field. Whatever is longer belongs into the repository, not into a message. */
const longestText = 20_000;

/** A text of bounded length. The bound is checked but not published: agents need no number to write a sentence. */
export const text = (longest = longestText) =>
  z.string().refine((given) => given.length <= longest, {
    error: `is longer than ${longest} characters`,
    params: { expected: `at most ${longest} characters` },
  });

/** A text that says something. */
export const words = (longest?: number) =>
  text(longest).refine((given) => given.trim() !== '', { error: 'is empty', params: { expected: 'some text' } });

const id = () => z.string().refine((given) => /^[\w-]{1,64}$/u.test(given), { error: 'is no id' });

export const reviewId = id;
export const findingId = id;

/** Confidence on every surface (SPEC 3). */
export const confidence = () => z.int().min(0).max(100);

/** What to review. */
export const change = () =>
  z
    .object({
      kind: z.enum(['default', 'range', 'base', 'staged', 'worktree']),
      range: text(500).optional(),
      base: text(500).optional(),
    })
    .refine(({ kind, range }) => kind !== 'range' || range !== undefined, { path: ['range'], error: 'is missing' })
    .refine(({ kind, base }) => kind !== 'base' || base !== undefined, { path: ['base'], error: 'is missing' })
    .describe('default: since the merge base; range: A..B; base: since base; worktree: with untracked files');

/** Every answer says what to do next. */
export const next = z.string();
