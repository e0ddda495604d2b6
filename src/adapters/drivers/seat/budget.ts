import type { SeatFailure } from '../../../domain/model/seat.js';
import type { PanelSeat } from '../../../domain/seating/seating.js';
import type { Briefing } from './briefing.js';

/** Characters of a token of code and English, on the low side: an estimate that is too high stops early, and says so. */
const charactersPerToken = 3;
const seal = { nonce: '0'.repeat(32), fence: '0'.repeat(32) };

/**
 * Why the prompts of all seats together are more than the policy allows; undefined when they are not. Looked at before anybody is
 * asked.
 */
export function overBudget(briefing: Briefing, asked: readonly PanelSeat[]): SeatFailure | undefined {
  const { maxTokens } = briefing.task;
  if (maxTokens === null) return undefined;
  const prompts = asked.flatMap((agent) => briefing.promptsFor(agent, true).parts);
  const characters = prompts.reduce((sum, { render }) => sum + render(seal).length, 0);
  const tokens = Math.ceil(characters / charactersPerToken);
  if (tokens <= maxTokens) return undefined;
  const detail = `${prompts.length} prompts of about ${tokens} tokens are over budget.max_tokens, ${maxTokens}; nobody was asked`;
  return { kind: 'quota', detail };
}
