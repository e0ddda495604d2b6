import type { JSONObject } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import type { UnidentifiedAttempt } from '../../../application/peer-review.js';
import type { Host } from '../host.js';
import { takeArguments } from '../arguments.js';
import { refusalSchema } from '../schema/error.js';
import { findingId, reviewId } from '../schema/fields.js';
import { objectSchema, type ObjectSchema } from '../schema/json-schema.js';
import { renamed } from './accept.js';
import type { Answer, Description, ListedTool, Tool } from './tool.js';

/** Makes a tool of its description. */
export function define<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Description<Input, Output>): Tool {
  const { name, input, output } = tool;
  return {
    name,
    input,
    output,
    listed: () => listed(tool),
    call: async (given, host, around) => {
      if (tool.caller === 'agent' && !host.identified) return unidentified(tool, given, host);
      const named = accepted(tool, given);
      const taken = takeArguments(name, input, named);
      if (isRefusal(taken)) return unread(tool, taken, named, host);
      const reviews = await host.reviews();
      if (isRefusal(reviews)) return reviews;
      const answer = await tool.call(taken.value, { ...around, peer: reviews.peer, runs: reviews.runs });
      return isRefusal(answer) ? answer : noting(answer, taken.ignored);
    },
  };
}

async function unread<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Description<Input, Output>,
  refusal: Refusal,
  given: unknown,
  host: Host,
): Promise<Refusal> {
  if (tool.unread === undefined || !isObject(given)) return refusal;
  const reviews = await host.reviews();
  return isRefusal(reviews) ? refusal : tool.unread(refusal, given, reviews.peer);
}

/** The arguments in the shape that the tool publishes, as far as they can be brought into it. */
function accepted<Input extends z.ZodObject, Output extends z.ZodObject>(
  { accept, input }: Description<Input, Output>,
  given: unknown,
): unknown {
  if (given === undefined) return {};
  if (!isObject(given)) return given;
  return renamed(accept?.(given) ?? given, Object.keys(input.shape));
}

/** Refused, and on record with the review that it was about (SPEC 5.1). */
async function unidentified<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Description<Input, Output>,
  given: unknown,
  host: Host,
): Promise<Refusal> {
  const refusal = tokenNeeded(tool.name);
  const about = aboutIn(accepted(tool, given));
  if (tool.verb === undefined || about === undefined) return refusal;
  const reviews = await host.reviews();
  return isRefusal(reviews) ? refusal : reviews.peer.refuseUnidentified({ verb: tool.verb, about }, refusal);
}

function aboutIn(given: unknown): UnidentifiedAttempt['about'] | undefined {
  if (!isObject(given)) return undefined;
  const { review_id: review, finding_id: finding } = given;
  if (reviewId().safeParse(review).success && typeof review === 'string') return { review };
  return findingId().safeParse(finding).success && typeof finding === 'string' ? { finding } : undefined;
}

function tokenNeeded(name: string): Refusal {
  return refuse(
    'token_needed',
    `${name} needs to know who calls, and this server was started without COUNTERSIGN_TOKEN`,
    'a person runs `countersign agent add my-agent`, or with another name, once and puts the token that it prints as COUNTERSIGN_TOKEN into the ' +
      'environment of this MCP server; tools that only read work without',
  );
}

function noting(answer: Answer, ignored: readonly string[]): Answer {
  if (ignored.length === 0) return answer;
  const { content, text } = answer;
  const next = `${content.next} Ignored, since this tool has no such field: ${ignored.join(', ')}.`;
  return { content: { ...content, next }, ...(text === undefined ? {} : { text }) };
}

function listed<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Description<Input, Output>): ListedTool {
  const { name, title, description, hints, input, output } = tool;
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: answerSchema(output),
    annotations: {
      readOnlyHint: hints.reads,
      destructiveHint: false,
      idempotentHint: hints.idempotent,
      openWorldHint: false,
    },
    // Claude Code hides tools behind a search unless they ask to be shown.
    _meta: { 'anthropic/alwaysLoad': true },
  };
}

/** Some clients check answers against this schema even where they are errors: it allows the one or the other. */
function answerSchema(output: z.ZodObject): Omit<ObjectSchema, 'required'> {
  const { required, properties, ...schema } = objectSchema(output, 'output');
  return {
    ...schema,
    properties: { ...properties, ...errorProperty() },
    anyOf: [{ required }, { required: ['error'] }],
  };
}

/** The field of a refusal, spelt out only where it tells something: each tool would repeat it. */
function errorProperty(): Record<string, JSONObject> {
  return objectSchema(z.object({ error: refusalSchema.pick({ code: true, message: true, remedy: true }) }), 'output')
    .properties;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
