import { answerSchema, type JsonSchema } from '../../../application/prompt/answer-form.js';
import { needsParser, type PartOutcome } from '../../../application/prompt/opinion-of.js';
import { parsePrompt } from '../../../application/prompt/parse-prompt.js';
import type { Seal } from '../../../application/prompt/review-prompt.js';
import type { Evidence, Usage } from '../../../domain/model/opinion.js';
import type { OpinionReading, RepairJson } from '../../../domain/opinion/reading.js';
import { readOpinion } from '../../../domain/opinion/read-opinion.js';
import type { Driver, DriverAnswer, DriverCall } from '../driver.js';
import type { Briefing } from './briefing.js';
import { without } from './redact-opinion.js';

/** What a seat needs from outside. */
export interface SeatTools {
  /** Unguessable text of letters and digits, another each time. */
  readonly random: () => string;
  readonly loadRepair: () => Promise<RepairJson>;
  /** Replaces what looks like a credential. */
  readonly redact: (text: string) => Promise<string>;
  /** Keeps bytes that back an opinion, returns their digest. */
  readonly storeEvidence: (bytes: Uint8Array) => Promise<string>;
}

export interface PartResult {
  readonly outcome: PartOutcome;
  readonly usage: readonly Usage[];
  /** Being written while the answer is judged. */
  readonly evidence: Promise<readonly Evidence[]>;
  /** Values that must not be kept. */
  readonly secrets: readonly string[];
}

type Call = Omit<DriverCall, 'prompt' | 'nonce' | 'schema' | 'limits'> & {
  /** Limits of what is left of the seat's time. */
  readonly limits: () => DriverCall['limits'];
};

/** Asks for one part of the change, and once more for another form where only the form of the answer could not be read. */
export async function askPart(
  driver: Driver,
  render: (seal: Seal) => string,
  on: { readonly briefing: Briefing; readonly tools: SeatTools; readonly call: Call; readonly label: string },
): Promise<PartResult> {
  const { briefing, tools, call, label } = on;
  const { rejectGrounds, owed } = briefing.task;
  const asked = { criteria: briefing.packet.criteria, rejectGrounds, ...(owed !== undefined && { owed }) };
  const schema = answerSchema(asked);
  const seal = { nonce: tools.random(), fence: tools.random() };
  const first = await ask(driver, { prompt: render(seal), nonce: seal.nonce, schema }, on);
  const kept = keep([evidenceOf(`transcript of ${label}`, first, tools)]);
  const usage = first.usage === undefined ? [] : [first.usage];
  const record = { usage, secrets: first.secrets };
  if (first.kind === 'failed') return { ...record, outcome: { failure: first.failure }, evidence: kept };
  const reading = await read(first.text, seal.nonce, tools);
  if (!needsParser(reading)) return { ...record, outcome: { reading }, evidence: kept };
  call.progress('the answer is being read by the parser');
  const again = { nonce: tools.random(), fence: tools.random() };
  const prompt = parsePrompt(briefing.templates.parse, first.text, asked, again);
  const second = await ask(driver, { prompt, nonce: again.nonce, schema }, on);
  const all = keep([kept, evidenceOf(`transcript of the parser for ${label}`, second, tools)]);
  return {
    outcome: { reading: await better(reading, second, again.nonce, tools) },
    usage: [...usage, ...(second.usage === undefined ? [] : [second.usage])],
    evidence: all,
    secrets: first.secrets,
  };
}

/** All of it, once it is on disk. Who puts it on record hears of a failure. */
function keep(parts: readonly Promise<Evidence | readonly Evidence[]>[]): Promise<readonly Evidence[]> {
  const all = Promise.all(parts).then((each) => each.flat());
  all.catch(() => undefined);
  return all;
}

function ask(
  driver: Driver,
  asked: { readonly prompt: string; readonly nonce: string; readonly schema: JsonSchema },
  { call }: { readonly call: Call },
): Promise<DriverAnswer> {
  return driver.ask({ ...call, ...asked, limits: call.limits() });
}

/** The parser's reading where it came to a verdict; else the first, whose reason says more. */
async function better(
  first: OpinionReading,
  second: DriverAnswer,
  nonce: string,
  tools: SeatTools,
): Promise<OpinionReading> {
  if (second.kind === 'failed') return first;
  const parsed = await read(second.text, nonce, tools);
  return parsed.verdict === 'inconclusive' ? first : parsed;
}

/**
 * What an answer says under the nonce of its prompt (SPEC 2, rule 11). A message of a used up quota carries none and is still one.
 */
async function read(text: string, nonce: string, tools: SeatTools): Promise<OpinionReading> {
  const repair = text.includes('{') ? await tools.loadRepair() : undefined;
  const options = repair === undefined ? {} : { repair };
  const reading = readOpinion(text, { ...options, nonce });
  if (reading.obstacle !== 'nonce') return reading;
  const bare = readOpinion(text, options);
  return bare.obstacle === 'quota' || bare.obstacle === 'not_logged_in' || bare.obstacle === 'plan' ? bare : reading;
}

/** Keeps a transcript without what looks like a credential. */
export async function evidenceOf(
  what: string,
  answer: DriverAnswer,
  tools: Pick<SeatTools, 'redact' | 'storeEvidence'>,
): Promise<Evidence> {
  const redact = without(answer.secrets, tools.redact);
  return { what, digest: await tools.storeEvidence(Buffer.from(await redact(answer.transcript))) };
}
