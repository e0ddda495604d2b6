import { classify, derivedTypes } from '../../domain/classification/classify.js';
import type { PathFact } from '../../domain/model/policy.js';
import { isRefusal, type Problem, type Refusal } from '../../domain/model/refusal.js';
import type { Classification } from '../../domain/model/review.js';
import type { EvaluateCondition, ReviewFacts } from '../../domain/policy/facts.js';
import { unreadWords, type Nearest } from '../../domain/policy/unread-words.js';
import { pathFacts, type GlobMatcher } from '../../domain/policy/path-facts.js';
import type { Progress, ReviewRequest } from '../application.js';
import type { ConfirmExclusions } from '../ports/exclusions.js';
import type { PolicyInForce, ReadPolicy } from '../ports/policy.js';
import type { TrivialityProver } from '../ports/prover.js';
import type { FrozenChange, Repository } from '../ports/repository.js';

export interface PrepareDependencies {
  readonly repository: Repository;
  readonly readPolicy: ReadPolicy;
  readonly matches: GlobMatcher;
  readonly evaluate: EvaluateCondition;
  readonly prover: TrivialityProver;
  readonly confirmExclusions: ConfirmExclusions;
  readonly nearest: Nearest;
  /** Name for the creator where the change has no commit: the git user. */
  readonly user: () => Promise<string>;
}

/** A change frozen, and everything that the policy of its base revision says about it. Whoever gets it closes `frozen`. */
export interface Prepared extends PolicyInForce {
  readonly frozen: FrozenChange;
  readonly creator: string;
  readonly classification: Classification;
  readonly facts: ReviewFacts;
  readonly pathFacts: readonly PathFact[];
  readonly exclusions: Readonly<Record<string, string>>;
  /** Why the policy of the base cannot be used, where the change repairs it; `policy` is then the default one. */
  readonly brokenAtBase?: Refusal;
}

/** Freezes what is asked for and looks at it under the policy of the base revision (SPEC 2, rule 7). */
export async function prepare(
  on: PrepareDependencies,
  request: ReviewRequest,
  progress: (step: Progress) => void,
): Promise<Prepared | Refusal> {
  progress({ who: 'change', step: 'freezing the change' });
  const frozen = await on.repository.freeze(request.change);
  if (isRefusal(frozen)) return frozen;
  try {
    const prepared = await examine(on, frozen, request, progress);
    if (isRefusal(prepared)) await frozen.close();
    return prepared;
  } catch (error) {
    await frozen.close();
    throw error;
  }
}

async function examine(
  on: PrepareDependencies,
  frozen: FrozenChange,
  request: ReviewRequest,
  progress: (step: Progress) => void,
): Promise<Prepared | Refusal> {
  progress({ who: 'policy', step: 'reading the policy of the base revision' });
  const inForce = await policyOf(on, frozen);
  if (isRefusal(inForce)) return inForce;
  const { type, autonomy } = request;
  const words = {
    derivedTypes,
    ...(type === undefined ? {} : { type }),
    ...(autonomy === undefined ? {} : { autonomy }),
  };
  for (const step of unreadWords(inForce.policy, words, on.nearest)) progress({ who: 'note', step, lasting: true });
  const { change } = frozen;
  const paths = [...new Set(change.files.flatMap((file) => [file.path, file.oldPath ?? file.path]))];
  const facts = pathFacts(inForce.policy, paths, on.matches);
  progress({ who: 'policy', step: 'classifying the change' });
  const [proofs, exclusions] = await Promise.all([on.prover.prove(frozen), on.confirmExclusions(frozen, facts)]);
  const classification = classify({
    change,
    proofs,
    pathFacts: facts,
    ...(request.type === undefined ? {} : { namedType: request.type }),
  });
  const creator = request.creator ?? change.commits[0]?.author.name ?? (await on.user());
  return {
    ...inForce,
    frozen,
    creator,
    classification,
    pathFacts: facts,
    exclusions,
    facts: {
      classification,
      creator,
      files: change.files,
      ...(request.autonomy === undefined ? {} : { autonomyLevel: request.autonomy }),
    },
  };
}

/**
 * The policy of the base (SPEC 2, rule 7). A change that would bring a policy nobody can use is refused: once it were at the
 * base, nothing else could be reviewed. Where the base holds such a policy, the change that repairs it is looked at under
 * the default policy, and a person decides.
 */
async function policyOf(on: PrepareDependencies, frozen: FrozenChange): Promise<ForChange | Refusal> {
  const inForce = await on.readPolicy((path) => frozen.readFile('accepted', path));
  if (!frozen.change.files.some(({ path, oldPath }) => isPolicy(path) || isPolicy(oldPath ?? '')))
    return isRefusal(inForce) ? at('base', inForce) : inForce;
  const next = await on.readPolicy((path) => frozen.readFile('head', path));
  if (isRefusal(next)) return isRefusal(inForce) ? atBoth(inForce, next) : at('head', next);
  if (!isRefusal(inForce)) return inForce;
  const byDefault = await on.readPolicy(() => Promise.resolve(undefined));
  return isRefusal(byDefault) ? byDefault : { ...byDefault, brokenAtBase: inForce };
}

type ForChange = PolicyInForce & Pick<Prepared, 'brokenAtBase'>;

function isPolicy(path: string): boolean {
  return path === '.countersign/policy.yaml' || path === '.countersign/policy.yml';
}

/** Everything that is wrong on either side, each mistake once. */
function atBoth(base: Refusal, head: Refusal): Refusal {
  const { problems: before = [] } = base;
  const { problems: after = [] } = head;
  const told = (problem: Problem): string => JSON.stringify(problem);
  const [old, now] = [new Set(before.map(told)), new Set(after.map(told))];
  const said = (problem: Problem, where: string): Problem => ({ ...problem, message: `${where}: ${problem.message}` });
  const problems = [
    ...after.map((each) => said(each, old.has(told(each)) ? 'at the base and in the change' : 'in the change')),
    ...before.filter((each) => !now.has(told(each))).map((each) => said(each, 'at the base')),
  ];
  const refusal = at('base', base);
  const message = `${refusal.message}. The change itself brings no better one: ${head.message}`;
  return { ...refusal, message, ...(problems.length === 0 ? {} : { problems }) };
}

/** A broken file at the base is mended there: this change cannot, whatever it holds. */
function at(side: 'base' | 'head', refusal: Refusal): Refusal {
  const { message, remedy = '' } = refusal;
  if (side === 'head') return { ...refusal, message: `The change itself brings it: ${message}` };
  const mend =
    'Mend the file on the base branch first, in a change of its own: that one is reviewed under the default policy, and a person ' +
    'decides. Then rebase this change on it and review again.';
  return { ...refusal, message: `At the base of the change: ${message}`, remedy: `${remedy} ${mend}`.trim() };
}
