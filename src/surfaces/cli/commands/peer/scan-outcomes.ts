import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';

export const execute: Execute = async (_, context) => {
  const reverts = await context.ask((application) => application.scanOutcomes());
  if (isRefusal(reverts)) return reverts;
  if (context.json) {
    await context.printJson('countersign/reverts@1', { reverts });
    return exit.ok;
  }
  const lines = reverts.map(({ review, revert, commit }) => `Review ${review}: ${revert} reverts ${commit}.`);
  await context.print(lines.length === 0 ? 'Nothing new was reverted.' : lines.join('\n'));
  return exit.ok;
};
