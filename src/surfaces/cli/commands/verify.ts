import type { Verification } from '../../../application/ports/store.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { counted, hanging, wrapped } from '../text/layout.js';

/** Exit code 0 when every hash chain is intact, 1 when one is broken. */
export const execute: Execute = async (_call, context) => {
  const verification = await context.ask((application) => application.verify());
  if (isRefusal(verification)) return verification;
  if (context.json) await context.printJson('countersign/verification@1', verification);
  else if (verification.intact) {
    const { events, streams } = verification;
    await context.print(`Intact: ${counted(events, 'event')} in ${counted(streams, 'stream')}.`);
  } else {
    const { columns } = context.terminal;
    const remedy =
      verification.remedy ?? 'Keep a copy of the store as it is, and restore the newest backup that verifies.';
    await context.print(
      [...hanging('Broken: ', damage(verification), columns), ...wrapped(remedy, columns)].join('\n'),
    );
  }
  return verification.intact ? exit.ok : exit.negative;
};

/** The event of the first broken link; damage that belongs to no event stands for itself. */
function damage({ stream, version, position, reason }: Extract<Verification, { readonly intact: false }>): string {
  if (stream !== '-') return `${stream} at version ${version} (position ${position} of the journal): ${reason}`;
  return position === 0 ? reason : `position ${position} of the journal: ${reason}`;
}
