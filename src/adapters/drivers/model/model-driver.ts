import { maxAnswerBytes } from '../command.js';
import type { Driver, DriverAnswer, DriverCall } from '../driver.js';
import { failureFrom } from '../process/classify.js';
import type { SeatFailure } from '../../../domain/model/seat.js';
import { jsonOf } from '../json-text.js';
import type { Dialect, Wanted } from './dialect.js';
import { post, type Posted } from './post.js';
import { eventsOf } from './streams.js';

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
  const posted = await send(spec, call);
  const transcript = transcriptOf(call.prompt, posted);
  const record = { transcript, secrets: spec.key === undefined ? [] : [spec.key] };
  if ('failure' in posted) return { kind: 'failed', failure: posted.failure, ...record };
  if (posted.status !== 200) return { kind: 'failed', failure: refusedBy(spec, posted), ...record };
  const read = posted.events ? spec.dialect.readEvents(eventsOf(posted.body)) : spec.dialect.read(jsonOf(posted.body));
  if (read === undefined)
    return { kind: 'failed', failure: unreadable('it answered in no form of its API'), ...record };
  const told = { ...record, ...(read.usage && { usage: read.usage }) };
  if (read.failed !== undefined)
    return { kind: 'failed', failure: failureFrom(read.failed, `${spec.model} gave up in the middle`), ...told };
  if (read.cut)
    return { kind: 'failed', failure: unreadable('its answer was cut, and did not come to its end'), ...told };
  return { kind: 'answered', text: read.text, ...told };
}

/** Asks, and once more without what the server does not take. */
async function send({ dialect, endpoint, model, key }: ModelSpec, call: DriverCall): Promise<Posted> {
  const started = performance.now();
  let wanted: Wanted = { schema: call.schema, stream: true };
  for (;;) {
    const posted = await post(
      {
        url: `${endpoint}${dialect.path}`,
        headers: dialect.headers(key),
        body: JSON.stringify(dialect.body(model, call.prompt, wanted)),
        wallMs: Math.max(1, call.limits.wallMs - (performance.now() - started)),
        idleMs: call.limits.idleMs,
        maxBytes: maxAnswerBytes,
      },
      call.signal,
    );
    const less = without(wanted, posted);
    if (less === undefined) return posted;
    wanted = less;
  }
}

/** Some servers and models take no form of the answer, or no stream. The prompt describes the form anyway. */
function without(wanted: Wanted, posted: Posted): Wanted | undefined {
  if ('failure' in posted || (posted.status !== 400 && posted.status !== 422)) return undefined;
  if (wanted.stream && /\bstream/iu.test(posted.body)) return { ...wanted, stream: false };
  const form = /response_format|json_schema|structured|tool_choice|tools?\b/iu.test(posted.body);
  return wanted.schema !== undefined && form ? { ...wanted, schema: undefined } : undefined;
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

function transcriptOf(prompt: string, posted: Posted): string {
  const end = 'failure' in posted ? posted.failure.detail : `HTTP ${posted.status}`;
  return ['--- prompt', prompt, '--- answer', 'body' in posted ? posted.body : '', `--- ended: ${end}`].join('\n');
}
