import { maxAnswerBytes } from '../command.js';
import type { Driver, DriverAnswer, DriverCall } from '../driver.js';
import { failureFrom } from '../process/classify.js';
import type { JsonSchema } from '../../../application/prompt/answer-form.js';
import type { SeatFailure } from '../../../domain/model/seat.js';
import type { Dialect } from './dialect.js';
import { post, type Posted } from './post.js';

export interface ModelSpec {
  readonly dialect: Dialect;
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** A model that is asked directly. It sees the prompt and nothing else. */
export function modelDriver(spec: ModelSpec): Driver {
  return { name: spec.model, readsCheckout: false, ask: (call) => ask(spec, call) };
}

async function ask(spec: ModelSpec, call: DriverCall): Promise<DriverAnswer> {
  const started = performance.now();
  const first = await send(spec, call, call.schema, call.limits.wallMs);
  const posted = takesNoSchema(first)
    ? await send(spec, call, undefined, Math.max(1, call.limits.wallMs - (performance.now() - started)))
    : first;
  const transcript = transcriptOf(call.prompt, posted);
  const record = { transcript, secrets: spec.key === undefined ? [] : [spec.key] };
  if ('failure' in posted) return { kind: 'failed', failure: posted.failure, ...record };
  if (posted.status !== 200) return { kind: 'failed', failure: refusedBy(spec, posted), ...record };
  const read = spec.dialect.read(jsonOf(posted.body));
  if (read === undefined)
    return { kind: 'failed', failure: unreadable('it answered in no form of its API'), ...record };
  const told = { ...record, ...(read.usage && { usage: read.usage }) };
  if (read.cut) return { kind: 'failed', failure: unreadable('its answer was cut: it may say no more'), ...told };
  return { kind: 'answered', text: read.text, ...told };
}

function send(spec: ModelSpec, call: DriverCall, schema: JsonSchema | undefined, wallMs: number): Promise<Posted> {
  const { dialect, endpoint, model, key } = spec;
  return post(
    {
      url: `${endpoint}${dialect.path}`,
      headers: dialect.headers(key),
      body: JSON.stringify(dialect.body(model, call.prompt, schema)),
      wallMs,
      maxBytes: maxAnswerBytes,
    },
    call.signal,
  );
}

/** Some servers and models take no form of the answer. The prompt describes it anyway. */
function takesNoSchema(posted: Posted): boolean {
  if ('failure' in posted || (posted.status !== 400 && posted.status !== 422)) return false;
  return /response_format|json_schema|structured|tool_choice|tools?\b/iu.test(posted.body);
}

const kinds: Readonly<Record<number, SeatFailure['kind']>> = {
  401: 'not_logged_in',
  402: 'quota',
  403: 'not_logged_in',
  429: 'quota',
  529: 'quota',
};

function refusedBy({ model, endpoint }: ModelSpec, { status, body }: { status: number; body: string }): SeatFailure {
  const otherwise = `${model} at ${new URL(endpoint).host} answered ${status}`;
  const kind = kinds[status];
  if (kind === undefined) return failureFrom(body, otherwise);
  return { kind, detail: `${otherwise}: ${body.slice(0, 300)}` };
}

function unreadable(detail: string): SeatFailure {
  return { kind: 'unreadable', detail };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No answer of an API.
    return undefined;
  }
}

function transcriptOf(prompt: string, posted: Posted): string {
  const end = 'failure' in posted ? posted.failure.detail : `HTTP ${posted.status}`;
  return ['--- prompt', prompt, '--- answer', 'body' in posted ? posted.body : '', `--- ended: ${end}`].join('\n');
}
