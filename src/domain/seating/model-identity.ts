import type { AgentEntry } from '../model/policy-protocols.js';

/** Names that one maker gives its own models, and their program knows. */
export const claudeModels: readonly string[] = ['haiku', 'sonnet', 'opus'];

/**
 * What thinks behind an agent, so that one model can be told under two names: the model that it names, else whatever its program or
 * service takes. Versions of one of `claudeModels` are not told apart, since its program's word for it moves from one to the next.
 */
export function modelOf(name: string, { model, via }: Pick<AgentEntry, 'model' | 'via'>): string {
  const named = (model ?? via ?? name).toLowerCase();
  const words = named.split(/[^a-z0-9]+/u);
  const alias = claudeModels.find((each) => words.includes(each));
  return alias !== undefined && (words.length === 1 || words.includes('claude')) ? alias : named;
}
