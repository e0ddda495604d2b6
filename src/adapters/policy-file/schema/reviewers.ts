import { z } from 'zod';
import { agentVias } from '../../../domain/model/policy-protocols.js';
import { key, needed } from './key.js';
import { minutes, positive, role, roleOrAny, text } from './words.js';

const line = z.strictObject({
  primary: key(role, {
    description: 'Who reviews: an embedded role, an agent of `agents`, or `human`',
    source: 'PRS 5',
  }),
  backup: key(role, { description: 'Who reviews when the primary is busy or absent', source: 'PRS 5' }),
  escalate: key(role, { description: 'Who is asked when both cannot settle it', source: 'PRS 5' }),
  reasons: key(z.array(text), { description: 'Why these, for people', source: 'PRS 5', default: [] }),
  primary_reviewer: key(role, { description: 'Another spelling of `primary`', source: 'PRS 10' }),
  backup_reviewer: key(role, { description: 'Another spelling of `backup`', source: 'PRS 10' }),
  escalate_to: key(role, { description: 'Another spelling of `escalate`', source: 'PRS 10' }),
  escalate_when: key(z.array(text), { description: 'When to escalate by hand, for people', source: 'PRS 10' }),
  rationale: key(z.union([text, z.array(text)]), {
    description: 'Why these, for people; may stand several times',
    source: 'PRS 10',
  }),
});

export type MatrixLine = z.infer<typeof line>;

export const reviewerMatrix = z.record(roleOrAny, line);

const limits = z.strictObject({
  timeout_minutes: key(minutes, { description: 'Longest time of one opinion', source: 'SPEC 9' }),
  idle_minutes: key(minutes, { description: 'Longest silence before it is presumed dead', source: 'SPEC 9' }),
  open_reviews: key(positive, { description: 'Open reviews it may hold at once', source: 'SPEC 5.4' }),
  claim_minutes: key(minutes, {
    description: 'How long a review waits for an agent that has a `fallback` to start it. Default: 10',
    source: 'SPEC 9',
  }),
  prompt_kilobytes: key(positive, {
    description: 'Largest prompt; content beyond it is split over several. Default: 240',
    source: 'SPEC 9',
  }),
});

const vias = [...new Set(Object.values(agentVias).flat())] as const;

const agent = z.strictObject({
  driver: needed(z.enum(['embedded', 'acp', 'cli', 'command', 'model', 'mcp', 'human']), {
    description: 'How it is reached',
    source: 'SPEC 9',
  }),
  via: key(z.enum(vias), {
    description:
      'Program or service that the driver uses: a command line agent for `cli`, one that speaks the Agent Client Protocol for `acp`, the kind of API for `model`; its own name where left out. What `command` runs stands in the configuration of the user alone',
    source: 'SPEC 9',
  }),
  role: key(role, {
    description: 'Role it takes in `reviewer_matrix`; its own name where left out',
    source: 'SPEC 5.2',
  }),
  family: key(text, {
    description: 'Vendor family; named where two models of a panel say the same, which counts as fewer votes',
    source: 'SPEC 7',
  }),
  model: key(text, { description: 'Model it runs on', source: 'SPEC 5.2' }),
  fallback: key(z.union([role, z.array(role)]), {
    description:
      'Of driver `mcp`: agents that are asked, in this order, when it has not started a review in time. A running `countersign worker` asks them',
    source: 'SPEC 9',
  }),
  limits: key(limits, { description: 'Limits of this agent', source: 'SPEC 5.2' }),
});

export const agents = z.record(role, agent);

export const seats = z.array(role);
