import type { Digest } from '../domain/findings/fingerprint.js';
import { foldAgent } from '../domain/identity/agent.js';
import type { Principal } from '../domain/model/agent.js';
import { refuse, type Refusal } from '../domain/model/refusal.js';
import type { Store } from './ports/store.js';

/** Who calls, as far as the surface knows. */
export interface Caller {
  /** Value of `COUNTERSIGN_TOKEN`; undefined when there is none. */
  readonly token: string | undefined;
  /** `sha256` hex of a token that was proved to be the caller's in another way; `token` is not looked at then. */
  readonly tokenHash?: string;
  /** A name that nothing proves: the git user. */
  readonly claimed: () => Promise<string>;
}

export interface IdentifyDependencies {
  readonly store: Store;
  readonly digest: Digest;
}

/**
 * The identity that a token proves; undefined without a token. The table of tokens only points at a stream: whether the
 * token counts is read from the journal itself. Refused with `unknown_token`, whose text never holds the token.
 */
export async function identify(
  { store, digest }: IdentifyDependencies,
  { token, tokenHash }: Pick<Caller, 'token' | 'tokenHash'>,
): Promise<Principal | undefined | Refusal> {
  const given = token?.trim() ?? '';
  const hash = tokenHash ?? (given === '' ? undefined : digest(given));
  if (hash === undefined) return undefined;
  const known = await store.findAgentByToken(hash);
  const agent = known === undefined ? undefined : foldAgent(await store.readStream(`agent/${known}`));
  if (agent?.tokenHash !== hash || agent.revokedAt !== null)
    return refuse(
      'unknown_token',
      'the token in COUNTERSIGN_TOKEN belongs to nobody here: it is mistyped, replaced or revoked',
      'unset COUNTERSIGN_TOKEN, or set it to the token that `countersign agent add` or `rotate` printed last',
    );
  const { name, kind, role, family, commitsAs } = agent;
  return { name, kind, role, family, commitsAs };
}
