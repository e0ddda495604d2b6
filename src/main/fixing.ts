import type { Fixing } from '../application/commands/plan-review.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { untrusted, type AgentPanelParts } from './agents-asked.js';

/** What lets an agent mend what a review found. Loaded only when it comes to that. */
export async function fixing(parts: AgentPanelParts, signal: AbortSignal): Promise<Fixing | Refusal> {
  const { start, repository, configuration, storeEvidence } = parts;
  const [{ openWorkspaces }, { authorAgent }, { findDriver }, { agentFiles }, { redact }, { loadGrammars }] =
    await Promise.all([
      import('../adapters/git/workspaces.js'),
      import('../adapters/drivers/author/ask-author.js'),
      import('../adapters/drivers/find-driver.js'),
      import('../adapters/drivers/isolation/agent-files.js'),
      import('../adapters/analyzers/secrets/redact.js'),
      import('../adapters/analyzers/syntax/parse.js'),
    ]);
  const workspaces = await openWorkspaces(repository, start.env, signal);
  if (isRefusal(workspaces)) return workspaces;
  const around = { env: start.env, untrusted: untrusted(repository) };
  return {
    workspaces,
    keepOut: agentFiles,
    ask: authorAgent({
      redact,
      storeEvidence,
      find: (agent, stop) => findDriver(agent, configuration, around, stop),
      // What looks for tests that the attempt takes away reads programs.
      meanwhile: () => void loadGrammars(),
    }),
  };
}
