import { kebabName } from '../../domain/identity/name.js';
import type { Principal } from '../../domain/model/agent.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { refusedOnRecord, refusedOnStream } from '../commands/refused-attempt.js';
import { identify } from '../identify.js';
import type { PeerDependencies } from './dependencies.js';

/** Who calls: proved by a token, else by a name that nothing proves. */
export interface Speaker {
  readonly principal: Principal | undefined;
  readonly name: string;
}

/**
 * Refused with `unknown_token`, or with `actor_mismatch` where a request is made in another name than that of the token. There
 * is no review yet to keep that attempt with: it stands with the agent that made it (SPEC 5.1).
 */
export async function whoSpeaks(on: PeerDependencies, called?: string): Promise<Speaker | Refusal> {
  const principal = await identify(on, on.caller);
  if (isRefusal(principal)) return principal;
  if (principal === undefined) return { principal, name: called?.trim() ?? (await on.caller.claimed()) };
  const { name } = principal;
  const other = mismatch(principal, called);
  if (other === undefined) return { principal, name };
  return refusedOnStream(on, `agent/${name}`, other, { verb: 'request', actor: name });
}

function mismatch({ name }: Principal, called: string | undefined): Refusal | undefined {
  if (called === undefined || kebabName(called) === name) return undefined;
  return refuse(
    'actor_mismatch',
    `the token in COUNTERSIGN_TOKEN is that of ${name}, not of ${called}`,
    'leave your name out: the token says who you are',
  );
}

/**
 * Whoever a token proves to be calling about a review. Without one the attempt is recorded on the review and refused:
 * nobody reviews under a name that nothing proves (SPEC 5.1).
 */
export async function provedSpeaker(
  on: PeerDependencies,
  review: string,
  verb: string,
  called?: string,
): Promise<Principal | Refusal> {
  const principal = await identify(on, on.caller);
  if (principal !== undefined && !isRefusal(principal)) {
    const other = mismatch(principal, called);
    return other === undefined ? principal : refusedOnRecord(on, review, other, { verb, actor: principal.name });
  }
  const refusal =
    principal ??
    refuse(
      'token_needed',
      'a reviewer proves who it is, and COUNTERSIGN_TOKEN holds no token',
      'set COUNTERSIGN_TOKEN to the token that `countersign agent add` printed for you',
    );
  return refusedOnRecord(on, review, refusal, { verb, actor: await on.caller.claimed() });
}
