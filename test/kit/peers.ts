import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { confirmExclusions } from '../../src/adapters/analyzers/confirm-exclusions.js';
import { embeddedReviewer } from '../../src/adapters/analyzers/embedded-reviewer.js';
import { trivialityProver } from '../../src/adapters/analyzers/proof/index.js';
import { embeddedRoles } from '../../src/adapters/analyzers/roles.js';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { openRepository } from '../../src/adapters/git/open-repository.js';
import { revertHistory } from '../../src/adapters/git/reverts.js';
import { evaluateCondition } from '../../src/adapters/policy-file/conditions.js';
import { matches } from '../../src/adapters/policy-file/glob.js';
import { nearest } from '../../src/adapters/policy-file/problems.js';
import { readPolicy } from '../../src/adapters/policy-file/read-policy.js';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { addAgent, revokeAgent } from '../../src/application/commands/agents.js';
import { decideAsPerson } from '../../src/application/commands/decide-by-person.js';
import { tick } from '../../src/application/deadlines/tick.js';
import type { LookingDependencies } from '../../src/application/peer/dependencies.js';
import { contestFinding } from '../../src/application/peer/contest.js';
import { escalateReview, type EscalateAsk } from '../../src/application/peer/escalate.js';
import { getReview } from '../../src/application/peer/get.js';
import { listReviews } from '../../src/application/peer/list.js';
import { readPacket } from '../../src/application/peer/packet/read-packet.js';
import { requestReview } from '../../src/application/peer/request.js';
import { requestReReview } from '../../src/application/peer/revise.js';
import { startReview, type StartAsk } from '../../src/application/peer/start.js';
import { submitReview } from '../../src/application/peer/submit.js';
import { furtherProblems } from '../../src/application/peer/unread.js';
import { withdrawReview } from '../../src/application/peer/withdraw.js';
import type {
  ContestFinding,
  GetReview,
  PeerReview,
  RequestReview,
  ReviseReview,
  StartedReview,
  SubmitReview,
  UnreadSubmission,
} from '../../src/application/peer-review.js';
import type { Store } from '../../src/application/ports/store.js';
import type { AddAgent } from '../../src/application/application.js';
import { scanReverts, type TracedRevert } from '../../src/application/reverts/scan.js';
import { fold } from '../../src/domain/lifecycle/evolve.js';
import { isRefusal, type Refusal } from '../../src/domain/model/refusal.js';
import { digest } from '../../src/main/digest.js';
import { policySince } from '../../src/main/policy-since.js';
import { publicKeyOf } from '../../src/main/token-signature.js';
import { newFixture, type Fixture } from '../git-fixture/fixture.js';

/** A policy by which named agents review each other, without the embedded reviewers. */
export const peerPolicy = `
precheck: off
reviewer_matrix:
  '*': { primary: critic, backup: second, escalate: human }
agents:
  critic: { role: critic, driver: mcp }
  second: { role: second, driver: mcp }
criteria:
  '*':
    required:
      - correct: 'It does what it says'
`;

/** Agents with tokens in a real repository with a real store, and a clock that stands still. */
export class Peers {
  readonly repository: Fixture;
  readonly clock = new ManualClock(Date.UTC(2026, 0, 1));
  readonly store: Store;
  readonly #tokens = new Map<string, string>();
  #ids = 0;

  private constructor(repository: Fixture, store: Store) {
    this.repository = repository;
    this.store = store;
  }

  static async open(policy: string | null = peerPolicy, files: Record<string, string> = { 'a.ts': 'one\n' }) {
    const repository = newFixture();
    const store = await openStore({ directory: join(repository.root, 'store') });
    onTestFinished(() => store.close());
    const peers = new Peers(repository, store);
    peers.repository.write(policy === null ? files : { ...files, '.countersign/policy.yaml': policy });
    peers.repository.commit('base');
    peers.repository.git('checkout', '--quiet', '-b', 'topic');
    return peers;
  }

  /** Gives somebody a token; every person but the first needs one who is there. */
  async agent(name: string, over: Partial<AddAgent> = {}, by?: string): Promise<void> {
    const added = await addAgent(
      {
        store: this.store,
        clock: this.clock,
        digest,
        publicKeyOf,
        newSecret: () => `secret-of-${name}`,
        interactive: true,
      },
      { token: this.tokenOf(by), claimed: () => Promise.resolve('Ada') },
      { name, kind: 'agent', ...over },
    );
    if (isRefusal(added)) throw new Error(added.message);
    this.#tokens.set(name, added.token);
  }

  /** Runs git with somebody as the committer. */
  commitAs(committer: string, ...args: readonly string[]): void {
    const email = `${committer}@example.invalid`;
    const env = { ...this.repository.env, GIT_COMMITTER_NAME: committer, GIT_COMMITTER_EMAIL: email };
    execFileSync('git', args, { cwd: this.repository.directory, env, stdio: 'pipe' });
  }

  /** A commit on top of the branch, as somebody. */
  change(files: Record<string, string>, message = 'change', by = 'maker'): string {
    const { repository } = this;
    repository.write(files);
    repository.git('add', '-A', '--force');
    repository.git(
      '-c',
      `user.name=${by}`,
      'commit',
      '--quiet',
      '--allow-empty',
      `--author=${by} <${by}@example.invalid>`,
      '-m',
      message,
    );
    return repository.git('rev-parse', 'HEAD');
  }

  async on(name: string | undefined, context?: string): Promise<LookingDependencies> {
    const repository = await openRepository(this.repository.directory, { env: this.repository.env });
    if (isRefusal(repository)) throw new Error(repository.message);
    const { store, clock } = this;
    return {
      store,
      clock,
      digest,
      caller: { token: this.tokenOf(name), claimed: () => Promise.resolve('Ada') },
      context: context ?? (name === undefined ? undefined : `session of ${name}`),
      policySince: policySince(this.repository),
      overdue: async () => (await tick({ store, clock, digest })).fired,
      embeddedRoles: new Set<string>(embeddedRoles),
      newId: () => `R${String((this.#ids += 1)).padStart(4, '0')}`,
      newNonce: () => `nonce-${String((this.#ids += 1))}`,
      looking: {
        repository,
        readPolicy,
        matches,
        evaluate: evaluateCondition,
        prover: trivialityProver(),
        confirmExclusions,
        nearest,
        user: () => Promise.resolve('Ada'),
      },
      reviewer: embeddedReviewer({ storeEvidence: (bytes) => store.blobs.put(bytes) }),
      traceReverts: async () => (await this.scanReverts()).length,
    };
  }

  /** What git took back since somebody looked last, reported. */
  scanReverts(): Promise<readonly TracedRevert[]> {
    const { directory, root, env } = this.repository;
    return scanReverts(this, revertHistory({ directory, marker: join(root, 'reverts-read') }, { env }));
  }

  tokenOf(name: string | undefined): string | undefined {
    return name === undefined ? undefined : (this.#tokens.get(name) ?? name);
  }

  /** What somebody can do: the token of that name, in a session of its own unless another is named. */
  as(name: string | undefined, context?: string) {
    const never = new AbortController().signal;
    const on = () => this.on(name, context);
    return {
      request: async (ask: Partial<RequestReview> = {}) =>
        requestReview(await on(), { change: { kind: 'base', base: 'main' }, ...ask }, never),
      revise: async (ask: Partial<ReviseReview> & { readonly review: string }) =>
        requestReReview(await on(), { change: { kind: 'base', base: 'main' }, changesMade: 'Mended.', ...ask }, never),
      start: async (ask: StartAsk) => startReview(await on(), ask),
      further: async (unread: UnreadSubmission) => furtherProblems(await on(), unread),
      submit: async (ask: SubmitReview) => submitReview(await on(), ask),
      escalate: async (ask: EscalateAsk) => escalateReview(await on(), ask),
      contest: async (ask: ContestFinding) => contestFinding(await on(), ask),
      withdraw: async (ask: { review: string; reason: string }) => withdrawReview(await on(), ask),
      packet: async (review: string) => readPacket(await on(), review),
      list: async (ask: Parameters<PeerReview['listReviews']>[0]) => listReviews(await on(), ask),
      get: async (review: string, ask: Omit<GetReview, 'review'> = {}) =>
        getReview(
          await on(),
          { ...ask, review },
          { pause: () => Promise.resolve(), progress: () => undefined, signal: never },
        ),
    };
  }

  /** A person's decision, or the attempt of somebody else. */
  async decide(name: string | undefined, review: string, outcome: 'approve' | 'request_changes' = 'approve') {
    const on = await this.on(name);
    return decideAsPerson(on, on.caller, { review, outcome, note: 'fine' });
  }

  async revoke(name: string, by?: string): Promise<void> {
    const on = { ...(await this.on(by)), publicKeyOf, newSecret: () => '', interactive: true };
    const revoked = await revokeAgent(on, on.caller, { name });
    if (isRefusal(revoked)) throw new Error(revoked.message);
  }

  async review(id: string) {
    const review = fold(await this.store.readStream(`review/${id}`));
    if (review === undefined) throw new Error(`no review ${id}`);
    return review;
  }

  async events(id: string): Promise<readonly string[]> {
    return (await this.store.readStream(`review/${id}`)).map(({ type }) => type);
  }

  /** Codes of what was refused to somebody on a review. */
  async refusedTo(id: string): Promise<readonly unknown[]> {
    const events = await this.store.readStream(`review/${id}`);
    return events.filter(({ type }) => type === 'attempt_refused').map(({ data }) => data);
  }
}

/** A refusal fails the test with what it says. */
export function must<T extends object>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`refused: ${JSON.stringify(value)}`);
  return value;
}

/** A complete, positive answer to a started review. */
export function approval({ review, nonce, packet }: StartedReview, over: Partial<SubmitReview> = {}): SubmitReview {
  return {
    review,
    nonce,
    headTree: packet.headTree,
    status: 'APPROVED',
    summary: 'Read all of it; it holds.',
    confidence: 90,
    checklist: Object.fromEntries(packet.criteria.map(({ name }) => [name, true])),
    findings: [],
    answers: packet.questions.map(() => 'Yes.'),
    verified: packet.toVerify.map(({ id }) => ({ finding: id, outcome: 'fixed' as const })),
    ...over,
  };
}

/** The same with a finding, asking for changes. */
export function objection(started: StartedReview, over: Partial<SubmitReview> = {}): SubmitReview {
  const [file] = started.packet.files;
  return approval(started, {
    status: 'CHANGES_REQUESTED',
    confidence: 85,
    findings: [
      {
        severity: 'important',
        category: 'bug',
        ...(file === undefined ? {} : { file: file.path }),
        line: 1,
        message: 'The first line loses what was there before. Keep it.',
      },
    ],
    ...over,
  });
}
