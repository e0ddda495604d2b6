import type * as z from 'zod';
import type { ChangeRequest } from '../../../application/ports/repository.js';
import type { change } from './fields.js';

type Given = z.infer<ReturnType<typeof change>>;

/** The change an agent named; without one, the current branch. */
export function changeRequest(given: Given | undefined): ChangeRequest {
  if (given === undefined) return { kind: 'default' };
  const { kind, range = '', base = '' } = given;
  if (kind === 'range') return { kind, range };
  return kind === 'base' ? { kind, base } : { kind };
}
