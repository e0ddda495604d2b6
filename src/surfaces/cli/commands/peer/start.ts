import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { submissionForm } from '../../report/submission-form.js';
import { packetText } from '../../report/packet.js';
import { named } from './request.js';

/** `start` leases the review and prints packet and nonce; `packet` prints the packet alone. */
export const execute: Execute = async (call, context) => {
  const [review = ''] = call.args;
  if (call.command === 'packet') {
    const packet = await context.ask(({ peer }) => peer.packet(review));
    if (isRefusal(packet)) return packet;
    if (context.json) await context.printJson('countersign/packet@1', packet);
    else await context.print(packetText(packet));
    return exit.ok;
  }
  const started = await context.ask(({ peer }) => peer.startReview({ review, ...named(call.options, ['notes']) }));
  if (isRefusal(started)) return started;
  const answer: unknown = JSON.parse(submissionForm(started));
  if (context.json) await context.printJson('countersign/started@1', { ...started, answer });
  else {
    const next = `Yours until ${started.leaseUntil}. Nonce for your answer: ${started.nonce}`;
    const submit =
      `Next: countersign submit ${started.review} --file FILE, where FILE holds your answer in this form: status APPROVED, ` +
      'CHANGES_REQUESTED or REJECTED, confidence 0 to 100, each criterion true, false or null (could not be checked). ' +
      'docs/mcp.md of Countersign says more of findings.';
    await context.print(`${packetText(started.packet)}\n\n${next}\n${submit}\n${submissionForm(started)}`);
  }
  return exit.ok;
};
