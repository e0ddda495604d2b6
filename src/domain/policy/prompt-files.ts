import type { Policy } from '../model/policy.js';

/** Names of the files in which projects tell agents and reviewers how they work. */
export const guidelineNames = ['AGENTS.md', 'CLAUDE.md', 'REVIEW.md'] as const;

/** Where the template of a command stands, with or without its stroke. */
export const promptFile = (command: string): string => `.countersign/prompts/${command.replace(/^\//u, '')}.md`;

/** What agents and reviewers of the whole repository are told, beside the policy: with another one of these, what was learned of them is of before (SPEC 7). */
export function promptFiles({ taskReview }: Pick<Policy, 'taskReview'>): readonly string[] {
  return [...guidelineNames, promptFile(taskReview.command), promptFile('/parse-review')];
}
