import { randomBytes } from 'node:crypto';
import { embeddedRoles } from '../adapters/analyzers/roles.js';
import { systemClock } from '../adapters/clock/system-clock.js';
import type { AddAgent, DisposeRequest, PersonDecision } from '../application/application.js';
import { addAgent, revokeAgent, rotateToken } from '../application/commands/agents.js';
import { decideAsPerson } from '../application/commands/decide-by-person.js';
import { dispose } from '../application/commands/dispose.js';
import type { Store } from '../application/ports/store.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import { publicKeyOf } from './token-signature.js';
import type { Start } from './store-directory.js';

/** What needs to know who calls: the token of `COUNTERSIGN_TOKEN`, else the git user, whom nothing proves. */
export function people(start: Start, store: Store) {
  const caller = callerOf(start);
  const on = {
    store,
    clock: systemClock,
    digest,
    publicKeyOf,
    newSecret: () => randomBytes(32).toString('base64url'),
    interactive: start.interactive,
    embeddedRoles: new Set<string>(embeddedRoles),
  };
  return {
    dispose: (request: DisposeRequest) => dispose(on, caller, request),
    decide: (request: PersonDecision) => decideAsPerson(on, caller, request),
    add: (ask: AddAgent) => addAgent(on, caller, ask),
    rotate: (name: string) => rotateToken(on, caller, name),
    revoke: (ask: { readonly name: string; readonly reason?: string }) => revokeAgent(on, caller, ask),
  };
}
