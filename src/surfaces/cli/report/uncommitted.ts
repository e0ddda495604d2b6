import type { ReviewDocument } from '../../../application/queries/document.js';
import { counted } from '../text/layout.js';
import type { Step } from './step.js';

/** What lay beside the change and was not reviewed with it, and the command that reviews it; none where nothing did. */
export function uncommittedSteps({ change: { uncommitted } }: ReviewDocument): Step[] {
  if (uncommitted === undefined) return [];
  const { staged, unstaged, untracked } = uncommitted;
  const counts = [
    ...(staged === 0 ? [] : [counted(staged, 'staged file')]),
    ...(unstaged === 0 ? [] : [counted(unstaged, 'edited file')]),
    ...(untracked === 0 ? [] : [counted(untracked, 'untracked file')]),
  ].join(', ');
  const onlyStaged = unstaged + untracked === 0;
  const text = `Reviewed was what is committed. Beside it lies what is not (${counts}); to review that:`;
  return [{ text, command: `countersign review ${onlyStaged ? '--staged' : '--worktree'}` }];
}
