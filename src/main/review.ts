import { ulid } from 'ulid';
import { confirmExclusions } from '../adapters/analyzers/confirm-exclusions.js';
import { embeddedReviewer } from '../adapters/analyzers/embedded-reviewer.js';
import { trivialityProver } from '../adapters/analyzers/proof/index.js';
import { embeddedRoles } from '../adapters/analyzers/roles.js';
import { systemClock } from '../adapters/clock/system-clock.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { userName } from '../adapters/git/user-name.js';
import { evaluateCondition } from '../adapters/policy-file/conditions.js';
import { matches } from '../adapters/policy-file/glob.js';
import { nearest } from '../adapters/policy-file/problems.js';
import { readPolicy } from '../adapters/policy-file/read-policy.js';
import { configFile } from '../adapters/user-config/config-file.js';
import type { PolicyExplanation, Progress, ReviewRequest } from '../application/application.js';
import { prepare, type PrepareDependencies } from '../application/commands/prepare.js';
import { reviewChange } from '../application/commands/review.js';
import { remembering } from '../application/memory/recognise.js';
import { explainPolicy as explain } from '../application/queries/explain-policy.js';
import { sideBySide } from '../application/side-by-side.js';
import type { ReviewDocument } from '../application/queries/document.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { agentConfiguration, agentPanel, asRun, guests } from './agents-asked.js';
import { contextOf } from './context.js';
import { digest } from './digest.js';
import { fixing } from './fixing.js';
import { pause } from './pause.js';
import { withScratch } from './scratch.js';
import type { Local } from './local.js';
import type { Start } from './store-directory.js';

/** The main job on this machine. The repository is looked at first: without one no store is made. */
export async function review(
  local: Local,
  request: ReviewRequest,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<ReviewDocument | Refusal> {
  const looking = await lookAtChanges(local.start, signal);
  if (isRefusal(looking)) return looking;
  const read = await agentConfiguration(local.start, looking.repository);
  const configuration = isRefusal(read) ? { file: configFile(local.start.env), agents: {} } : read;
  return local.withStore('write', (store) => {
    const storeEvidence = (bytes: Uint8Array) => store.blobs.put(bytes);
    const panel = agentPanel({ start: local.start, repository: looking.repository, configuration, storeEvidence });
    const on = {
      ...looking,
      store,
      clock: systemClock,
      digest,
      newId: () => ulid(),
      reviewer: sideBySide([remembering(embeddedReviewer({ storeEvidence }), store), panel]),
      caller: local.start,
      embeddedRoles: new Set<string>(embeddedRoles),
      guests: guests(configuration),
      asRun: asRun(configuration),
      ...(isRefusal(read) && { agentsRefused: read }),
      pause,
      context: () => contextOf(local.start.env, local.start.serves ?? false),
      fixing: () =>
        fixing({ start: local.start, repository: looking.repository, configuration, storeEvidence }, signal),
    };
    return withScratch(() => reviewChange(on, request, progress, signal));
  });
}

/** What the policy says of a change; nothing is recorded and no reviewer is asked. */
export async function explainPolicy(
  local: Local,
  request: ReviewRequest,
  progress: (step: Progress) => void,
): Promise<PolicyExplanation | Refusal> {
  const on = await lookAtChanges(local.start);
  if (isRefusal(on)) return on;
  return withScratch(async () => {
    const prepared = await prepare(on, request, progress);
    if (isRefusal(prepared)) return prepared;
    try {
      return explain(prepared, on.evaluate);
    } finally {
      await prepared.frozen.close();
    }
  });
}

/** Everything that looks at a change without a store. */
export async function lookAtChanges(start: Start, signal?: AbortSignal): Promise<PrepareDependencies | Refusal> {
  const repository = await openRepository(start.directory, {
    env: start.env,
    ...(signal === undefined ? {} : { signal }),
  });
  if (isRefusal(repository)) return repository;
  return {
    repository,
    readPolicy,
    matches,
    evaluate: evaluateCondition,
    prover: trivialityProver(),
    confirmExclusions,
    nearest,
    user: () => userName(start.directory, start.env),
  };
}
