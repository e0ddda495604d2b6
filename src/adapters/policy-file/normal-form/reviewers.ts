import type { Policy, ReviewerLine } from '../../../domain/model/policy.js';
import type { AgentEntry } from '../../../domain/model/policy-protocols.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { kebabCase } from '../../../domain/policy/lookup.js';
import type { PolicyFile } from '../schema/policy.js';
import type { MatrixLine } from '../schema/reviewers.js';
import { given } from './given.js';

export function normaliseMatrix(written: PolicyFile['reviewer_matrix'] = {}): Policy['reviewerMatrix'] {
  const own = Object.entries(written).map(([role, line]): [string, ReviewerLine] => [kebabCase(role), lineOf(line)]);
  return { ...defaultPolicy.reviewerMatrix, ...Object.fromEntries(own) };
}

function lineOf(line: MatrixLine): ReviewerLine {
  const primary = line.primary ?? line.primary_reviewer;
  if (primary === undefined) throw new Error('a matrix line without primary passed the checks');
  const name = (role: string | undefined) => (role === undefined ? undefined : kebabCase(role));
  return {
    primary: kebabCase(primary),
    ...given('backup', name(line.backup ?? line.backup_reviewer)),
    ...given('escalate', name(line.escalate ?? line.escalate_to)),
    reasons: [...(line.reasons ?? []), ...[line.rationale ?? []].flat(), ...(line.escalate_when ?? [])],
  };
}

export function normaliseAgents(written: PolicyFile['agents'] = {}): Policy['agents'] {
  return Object.fromEntries(
    Object.entries(written).map(([name, agent]): [string, AgentEntry] => [
      kebabCase(name),
      {
        role: kebabCase(agent.role ?? name),
        driver: agent.driver,
        ...given('via', agent.via),
        ...given('family', agent.family),
        ...given('model', agent.model),
        ...given('fallback', agent.fallback === undefined ? undefined : [agent.fallback].flat().map(kebabCase)),
        limits: {
          ...given('timeoutMinutes', agent.limits?.timeout_minutes),
          ...given('idleMinutes', agent.limits?.idle_minutes),
          ...given('openReviews', agent.limits?.open_reviews),
          ...given('claimMinutes', agent.limits?.claim_minutes),
          ...given('promptKilobytes', agent.limits?.prompt_kilobytes),
        },
      },
    ]),
  );
}
