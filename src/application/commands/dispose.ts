import { contentOf } from '../../domain/findings/standing.js';
import { kebabName } from '../../domain/identity/name.js';
import type { Principal } from '../../domain/model/agent.js';
import type { Disposition, Finding } from '../../domain/model/finding.js';
import { refuse, isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { everyFinding, type Review } from '../../domain/model/review.js';
import type { DisposeRequest } from '../application.js';
import { identify, type Caller } from '../identify.js';
import { FINDINGS_LOOKED_AT, type FindingRow } from '../ports/store.js';
import { findFinding } from '../queries/find-finding.js';
import { loadReview } from '../queries/find-review.js';
import { ownWorkRefusal, type PersonDependencies } from './by-person.js';
import { actorOfRole } from './claimed-creator.js';
import { refusedOnRecord } from './refused-attempt.js';

export interface DisposeDependencies extends PersonDependencies {
  readonly embeddedRoles: ReadonlySet<string>;
}

const attempts = 5;

const verbs = { dismissed: 'dismiss', risk_accepted: 'accept_risk', open: 'reopen' } as const;

/**
 * Records what somebody decided about a finding: dismissed, risk accepted, or open again. It is bound to the content it was
 * decided on and stays visible, under whichever id it was raised there. Only the credential of a person who did not make the change gives it authority: any other
 * disposition changes no decision (SPEC 2, rule 4).
 */
export async function dispose(
  on: DisposeDependencies,
  caller: Caller,
  request: DisposeRequest,
): Promise<FindingRow | Refusal> {
  if (request.reason.trim() === '')
    return refuse('reason_missing', 'a finding is disposed of with a reason', 'add `--reason "why"`');
  const reserved = actorOfRole(request.actor, on.embeddedRoles);
  if (reserved !== undefined) return reserved;
  const row = await findFinding(on.store, request.finding);
  if (isRefusal(row)) return row;
  const verb = verbs[request.state];
  const identity = await identify(on, caller);
  const principal = isRefusal(identity) ? undefined : identity;
  const actor = principal?.name ?? request.actor ?? (await caller.claimed());
  if (isRefusal(identity)) return refusedOnRecord(on, row.reviewId, identity, { verb, actor });
  return recordEverywhere(on, row, { request, principal, actor, verb });
}

/** On the finding that was named, and on the latest of the same content. */
async function recordEverywhere(on: PersonDependencies, row: FindingRow, said: Said): Promise<FindingRow | Refusal> {
  const named = await recordOn(on, row, said);
  const latest = isRefusal(named) && named.code !== 'already_so' ? undefined : await latestOfSame(on, row);
  if (latest === undefined) return named;
  const also = await recordOn(on, latest, said);
  if (!isRefusal(named)) return isRefusal(also) && also.code !== 'already_so' ? also : named;
  return isRefusal(also) ? also : { ...row, state: also.state, disposition: also.disposition };
}

interface Said {
  readonly request: DisposeRequest;
  readonly principal: Principal | undefined;
  readonly actor: string;
  readonly verb: (typeof verbs)[keyof typeof verbs];
}

async function recordOn(on: PersonDependencies, row: FindingRow, said: Said): Promise<FindingRow | Refusal> {
  const { request, principal, actor, verb } = said;
  const authority = principal?.kind === 'human' ? 'human' : 'claimed';
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { review, version } = await loadReview(on.store, row.reviewId);
    const finding = findingOf(review, row.id);
    const refusal = notAllowed(review, request, principal);
    if (refusal !== undefined) return refusedOnRecord(on, row.reviewId, refusal, { verb, actor });
    if (isSo(finding, request.state, authority))
      return refuse('already_so', `finding ${row.id} is ${request.state} already`, 'nothing was changed');
    const at = on.clock.now();
    const disposition: Disposition = { state: request.state, actor, reason: request.reason.trim(), at, authority };
    const content = contentOf(finding, review.change);
    const { id: findingId, fingerprint } = finding;
    const appended = await on.store.append({
      stream: `review/${row.reviewId}`,
      expectedVersion: version,
      actor,
      at,
      events: [{ type: 'finding_disposed', data: { findingId, fingerprint, content, disposition } }],
    });
    if (appended.outcome === 'appended') return { ...row, state: request.state, disposition };
  }
  return refuse('busy', `finding ${row.id} is being changed by others`, 'try again');
}

/**
 * The same problem in the review requested last, where it is on the same content: that is the one a list of findings shows, and
 * an id that was noted earlier still means it.
 */
async function latestOfSame(on: PersonDependencies, row: FindingRow): Promise<FindingRow | undefined> {
  const { findings } = await on.store.listFindings({ limit: FINDINGS_LOOKED_AT });
  const listed = findings.find(({ fingerprint }) => fingerprint === row.fingerprint);
  if (listed === undefined || listed.id === row.id) return undefined;
  return (await contentIn(on, listed)) === (await contentIn(on, row)) ? listed : undefined;
}

async function contentIn({ store }: PersonDependencies, { reviewId, id }: FindingRow): Promise<string> {
  const { review } = await loadReview(store, reviewId);
  return contentOf(findingOf(review, id), review.change);
}

function findingOf(review: Review, wanted: string): Finding {
  const finding = everyFinding(review).find((each) => each.id === wanted);
  if (finding === undefined) throw new Error(`finding ${wanted} is listed but not in review ${review.id}`);
  return finding;
}

/** A token speaks for its own name only, and a person doesn't settle findings against their own work. */
function notAllowed(review: Review, { state, actor }: DisposeRequest, principal: Principal | undefined) {
  if (principal === undefined) return undefined;
  if (actor !== undefined && kebabName(actor) !== principal.name)
    return refuse(
      'actor_mismatch',
      `the token in COUNTERSIGN_TOKEN is that of ${principal.name}, not of ${actor}`,
      'leave `--actor` out: the token says who you are',
    );
  return principal.kind === 'human' && state !== 'open' ? ownWorkRefusal(review, principal) : undefined;
}

/** A person may say with authority what somebody only claimed before; the same word twice is refused. */
function isSo(
  { state, disposition }: Finding,
  wanted: Disposition['state'],
  authority: Disposition['authority'],
): boolean {
  if (state !== wanted) return false;
  return disposition === undefined || authority === 'claimed' || disposition.authority === 'human';
}
