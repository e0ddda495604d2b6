import { embeddedRoles } from '../adapters/analyzers/roles.js';
import { evaluateCondition } from '../adapters/policy-file/conditions.js';
import { matches } from '../adapters/policy-file/glob.js';
import type { PolicySimulation, Progress, SimulatePolicy } from '../application/application.js';
import { simulate } from '../application/simulation/simulate.js';
import type { ReviewStream } from '../domain/model/event.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import type { Local } from './local.js';
import { readFileNamed } from './policy.js';

/** Reviews between two words on progress. */
const reportEvery = 100;

export async function simulatePolicy(
  { start, withStore }: Local,
  { file, since }: SimulatePolicy,
  progress: (step: Progress) => void,
): Promise<PolicySimulation | Refusal> {
  const read = await readFileNamed(start, file);
  if (isRefusal(read)) return read;
  const { shown, inForce } = read;
  const other = { policy: inForce.policy, digest: inForce.origin.digest };
  const tools = { digest, evaluate: evaluateCondition, matches, embeddedRoles: new Set<string>(embeddedRoles) };
  let told = 0;
  const report = (reviews: number): void => {
    if (reviews < told + reportEvery) return;
    told = reviews;
    progress({ who: 'journal', step: `${reviews} reviews decided again` });
  };
  return withStore('care', async (store) => ({
    policy: { file: shown, digest: other.digest },
    ...(await simulate(store.readAll(), other, tools, {
      progress: report,
      historyOf: (stream) => store.readStream(stream as ReviewStream),
      ...(since === undefined ? {} : { since }),
    })),
  }));
}
