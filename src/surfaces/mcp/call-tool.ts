import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { oncePer } from '../../application/once-per.js';
import { StoreUnavailable } from '../../application/ports/store.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Host } from './host.js';
import { refusalText, refusalView } from './text/refusal.js';
import { fencedJson, visible } from './text/untrusted.js';
import { tools } from './tools/catalogue.js';
import type { Answer, Call } from './tools/tool.js';

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** The entries of `tools/list`. They are the same for every repository. */
export const listedTools = () => tools.map((tool) => tool.listed());

/** Runs one tool. A refusal and a fault are answers too; only a tool that does not exist is an error of the protocol. */
export async function callTool(
  name: string,
  given: unknown,
  host: Host,
  around: Omit<Call, 'peer' | 'runs'>,
): Promise<CallToolResult> {
  const tool = byName.get(name);
  if (tool === undefined) {
    const known = tools.map((each) => each.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool of this name. There are: ${known}`);
  }
  try {
    const answer = await tool.call(given, host, around);
    return isRefusal(answer) ? refused(answer) : { ...answered(answer) };
  } catch (error) {
    if (error instanceof StoreUnavailable) return refused(unavailable(error));
    host.report(error);
    return refused(fault(error));
  }
}

/** A store that cannot be used, in the words of the command line (docs/errors.md). */
export function unavailable({ kind, message, remedy }: StoreUnavailable): Refusal {
  return { refused: true, code: `store_${kind}`, message, remedy };
}

function fault(error: unknown): Refusal {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return refuse(
    'internal_fault',
    `this is a fault of Countersign, not of your change; nothing was approved (${words})`,
    'call the tool once more; if it fails again, tell a person to run `countersign doctor`',
  );
}

/** A client that polls gets the same answer again and again: it is put into words once. */
const answered = oncePer(({ content, text }: Answer): CallToolResult => {
  const shown = visible(content);
  const { next, ...data } = shown;
  return {
    content: [{ type: 'text', text: `${next}\n${text ?? fencedJson(data)}` }],
    structuredContent: { ...shown },
  };
});

function refused(refusal: Refusal): CallToolResult {
  const shown = visible(refusal);
  return {
    content: [{ type: 'text', text: refusalText(shown) }],
    structuredContent: { error: refusalView(shown) },
    isError: true,
  };
}
