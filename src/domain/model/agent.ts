/** Who can hold a credential. A `human` decides what only a person may (SPEC 2, rule 4). */
export type AgentKind = 'agent' | 'human';

/** Everybody who was given a token: the state that the events of one agent's stream add up to. */
export interface Agent {
  /** Kebab-case; never given to anybody else, not even after a revocation. */
  readonly name: string;
  readonly kind: AgentKind;
  /** Role of the reviewer matrix, kebab-case. */
  readonly role: string;
  /** Vendor family, e.g. `anthropic`; null where none was named. */
  readonly family: string | null;
  /** Names and e-mail addresses under which this agent or person commits, beside the name itself. */
  readonly commitsAs: readonly string[];
  /** `sha256` hex of the token that works now. */
  readonly tokenHash: string;
  /** Key that only this token signs for, base64url; null where the token was made before there was one. */
  readonly publicKey: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** An identity that a token proved. */
export type Principal = Pick<Agent, 'name' | 'kind' | 'role' | 'family' | 'commitsAs'>;
