import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { writeFully } from '../../io.js';
import { printableJson } from '../../text/printable.js';

/** One entry a line, as it is read, so that any journal fits. */
export const execute: Execute = async (_, context) => {
  const entries = await context.ask(({ analytics }) => analytics.entries());
  if (isRefusal(entries)) return entries;
  for (;;) {
    const next = await entries.next();
    if (next.done === true) {
      if (next.value === false) context.io.stderr.write(disagrees);
      return exit.ok;
    }
    if (!(await writeFully(context.io.stdout, `${printableJson(next.value)}\n`))) return exit.ok;
  }
};

const disagrees =
  'countersign: the counters of `countersign analytics` do not say what the journal says: `countersign rebuild` puts them right\n';
