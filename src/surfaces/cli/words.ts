import type { AgentClient } from '../../application/application.js';
import type { FindingState } from '../../domain/model/finding.js';
import type { DeliveryState } from '../../application/ports/outbox.js';
import type { ReviewStatus } from '../../domain/model/review.js';

/** Words that options take, in the order of a review's or a finding's life. */
export const reviewStatuses = [
  'pending',
  'in_progress',
  'pending_re_review',
  'approved',
  'changes_requested',
  'rejected',
  'escalated',
  'skipped',
  'withdrawn',
] as const satisfies readonly ReviewStatus[];

export const findingStates = [
  'open',
  'dismissed',
  'risk_accepted',
  'resolved',
  'refuted',
  'suppressed',
] as const satisfies readonly FindingState[];

export const agentClients = [
  'claude-code',
  'codex',
  'copilot',
  'cursor',
  'gemini',
  'opencode',
  'qwen',
] as const satisfies readonly AgentClient[];

/** What of a list is one's own. */
export const mineWords = ['to_do', 'in_progress', 'created'] as const;

export const deliveryStates = ['pending', 'delivered', 'dead', 'dropped'] as const satisfies readonly DeliveryState[];
