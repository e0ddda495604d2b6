import * as z from 'zod';

/** A refusal as every tool answers it, beside `isError`. */
export const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string().optional(),
  problems: z
    .array(
      z.object({
        key: z.string().optional(),
        message: z.string(),
        expected: z.string().optional(),
        nearest: z.string().optional(),
      }),
    )
    .optional(),
});
