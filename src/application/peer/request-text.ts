import type { PeerRequest } from '../../domain/model/peer.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { RequestReview } from '../peer-review.js';
import type { Speaker } from './principal.js';

/** Characters of everything that a creator writes to a reviewer; more is no longer read. */
const longest = 40_000;

/** Why a request cannot be taken as it is written. */
export function notFit(ask: RequestReview): Refusal | undefined {
  const { confidence, questions = [], idempotencyKey } = ask;
  if (confidence !== undefined && !(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100))
    return refuse('usage', `confidence ${confidence} cannot be`, 'give an integer from 0 to 100');
  if (questions.some((question) => question.trim() === ''))
    return refuse('usage', 'a question is empty', 'leave empty questions out: each is answered one by one');
  if (idempotencyKey?.trim() === '')
    return refuse('usage', 'the idempotency key is empty', 'leave it out, or give any text of your own');
  const written = [ask.title, ask.description, idempotencyKey, ...questions, ...(ask.scope ?? [])];
  const length = written.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (length <= longest) return undefined;
  return refuse(
    'usage',
    `the request has ${length} characters`,
    `write at most ${longest}: the change speaks for itself`,
  );
}

export function requestOf(ask: RequestReview, speaker: Speaker, context: string | undefined): PeerRequest {
  return {
    by: speaker.name,
    proved: speaker.principal !== undefined,
    context: context ?? null,
    title: textOf(ask.title),
    description: textOf(ask.description),
    questions: (ask.questions ?? []).map((question) => question.trim()),
    confidence: ask.confidence ?? null,
    scope: ask.scope ?? [],
    idempotencyKey: ask.idempotencyKey ?? null,
  };
}

function textOf(written: string | undefined): string | null {
  const text = written?.trim() ?? '';
  return text === '' ? null : text;
}
