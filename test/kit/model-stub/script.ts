/** What a client handed back for one tool call, in the order of the script's calls. */
export interface ToolResult {
  readonly tool: string;
  readonly text: string;
}

/** One tool call; `args` may be computed from the results so far. */
export interface ScriptedCall {
  /** Name as the tool's own server gives it; clients prefix it in ways of their own. */
  readonly tool: string;
  readonly args:
    | Readonly<Record<string, unknown>>
    | ((results: readonly ToolResult[], prompt: string) => Readonly<Record<string, unknown>>);
  /** The model thinks until this has settled, for a call that has to come after what somebody else does. */
  readonly after?: () => Promise<unknown>;
  /** The call is made again until this holds of the results so far; it must not throw. */
  readonly until?: (results: readonly ToolResult[]) => boolean;
}

/** How the model behaves once all calls are made. */
export type Ending =
  /** Ends the turn with this text. */
  | { readonly say: string | ((prompt: string) => string) }
  /** Answers with an HTTP error, e.g. 429 for a used up quota. */
  | { readonly fail: number; readonly message: string }
  /** Takes the request and never answers. */
  | { readonly silent: true }
  /** Sends this much and drops the connection. */
  | { readonly cut: string };

/** A model's part in one conversation: tool calls one by one, then the ending, again for every further request. */
export interface Script {
  readonly calls: readonly ScriptedCall[];
  readonly end: Ending;
}

/** What a request to a model's API says, whatever its dialect. */
export interface Conversation {
  readonly stream: boolean;
  readonly offered: readonly OfferedTool[];
  /** Tool results so far, under the names that the client gives the tools. */
  readonly results: readonly ToolResult[];
  /** Everything the user's side wrote, for tests that look at the prompt. */
  readonly prompt: string;
}

export interface OfferedTool {
  readonly name: string;
  readonly namespace?: string;
}

export type Reply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: OfferedTool; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fail'; readonly status: number; readonly message: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'cut'; readonly text: string };

export interface Step {
  readonly reply: Reply;
  /** Why the script could not be followed. */
  readonly fault?: string;
}

/**
 * What the model says next. The place in the script follows from the tool results in the request alone, so a client that
 * repeats a request gets the same reply. A tool that the client keeps behind a search is searched for first. A request
 * that offers none of the script's tools is an aside of the client (a title, a check of the connection) and gets a short
 * text.
 */
export async function nextStep(script: Script, { offered, results, prompt }: Conversation): Promise<Step> {
  try {
    const { answered, call } = placeIn(script, results);
    if (call === undefined) return { reply: ending(script.end, prompt) };
    const tool = offered.find(({ name }) => isNamed(name, call.tool));
    if (tool === undefined) return notOffered(script, call.tool, offered, results);
    await call.after?.();
    const args = typeof call.args === 'function' ? call.args(answered, prompt) : call.args;
    return { reply: { kind: 'call', tool, args } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { reply: { kind: 'text', text: 'I can not go on.' }, fault: `after ${results.length} results: ${message}` };
  }
}

/** Results of the script's calls, under the names that the script gives the tools, and the call to make now. */
export function placeIn(
  script: Script,
  results: readonly ToolResult[],
): { readonly answered: readonly ToolResult[]; readonly call: ScriptedCall | undefined } {
  const answered: ToolResult[] = [];
  let index = 0;
  for (const { text } of results.filter(({ tool }) => !isSearch(tool))) {
    const call = script.calls[index];
    answered.push({ tool: call?.tool ?? '', text });
    if (call?.until?.(answered) !== false) index += 1;
  }
  return { answered, call: script.calls[index] };
}

function notOffered(
  script: Script,
  wanted: string,
  offered: readonly OfferedTool[],
  results: readonly ToolResult[],
): Step {
  const search = offered.find(({ name }) => isSearch(name));
  const last = results.at(-1);
  if (search !== undefined && (last === undefined || !isSearch(last.tool)))
    return { reply: { kind: 'call', tool: search, args: { query: wanted } } };
  const reply = { kind: 'text', text: 'ok' } as const;
  const aside =
    results.length === 0 && !script.calls.some(({ tool }) => offered.some(({ name }) => isNamed(name, tool)));
  if (aside) return { reply };
  return { reply, fault: `${wanted} is not among the offered tools: ${offered.map(({ name }) => name).join(', ')}` };
}

function ending(end: Ending, prompt: string): Reply {
  if ('say' in end) return { kind: 'text', text: typeof end.say === 'string' ? end.say : end.say(prompt) };
  if ('fail' in end) return { kind: 'fail', status: end.fail, message: end.message };
  if ('cut' in end) return { kind: 'cut', text: end.cut };
  return { kind: 'silent' };
}

/** Clients offer `request_review` as `mcp__countersign__request_review`, `countersign-request_review` and the like. */
function isNamed(offered: string, wanted: string): boolean {
  return offered === wanted || (offered.endsWith(wanted) && /[^a-z0-9]$/iu.test(offered.slice(0, -wanted.length)));
}

/** The tool by which Claude Code and Qwen Code let a model look up tools that they do not offer at first. */
function isSearch(name: string): boolean {
  return /^tool_?search$/iu.test(name);
}
