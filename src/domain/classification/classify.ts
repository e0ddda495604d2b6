import type { Change } from '../model/change.js';
import type { PathFact } from '../model/policy.js';
import type { FileProof } from '../model/proof.js';
import type { Classification } from '../model/review.js';
import { claimedTypes, typeByCommits } from './commits.js';
import { fileKinds, type FileKinds } from './path-kinds.js';
import { trivialByProof, trivialTypes } from './triviality.js';

export interface ClassifyInput extends Omit<ClassifyProvedInput, 'trivial'> {
  readonly proofs: readonly FileProof[];
}

export interface ClassifyProvedInput {
  readonly change: Pick<Change, 'files' | 'commits'>;
  /** What the proofs of all files add up to; undefined: no trivial change. */
  readonly trivial: Derived | undefined;
  /** Of every path of the change, old names of renames included. */
  readonly pathFacts: readonly PathFact[];
  /** Action type that the caller names. */
  readonly namedType?: string;
}

export type Derived = Pick<Classification, 'type' | 'reason' | 'proof'>;

/** From the strictest on; a caller can't lower any of these (SPEC 5.2). */
const strictTypes: readonly string[] = ['policy_change', 'security_change', 'breaking_change', 'database_migration'];

/**
 * The action type of a change (SPEC 5.2): protected paths, then strict types that the change itself shows, the type the
 * caller names, path rules, proof of triviality, conventional commits, tests only, else `code_change`.
 */
export function classify({ proofs, ...input }: ClassifyInput): Classification {
  return classifyProved({ ...input, trivial: trivialByProof(input.change.files, proofs) });
}

/** The same where it is known what the proofs add up to. */
export function classifyProved(input: ClassifyProvedInput): Classification {
  const derived = derive(input);
  const { namedType } = input;
  const paths = {
    protectedPaths: input.pathFacts.filter((fact) => fact.protected).map((fact) => fact.path),
    sensitivePaths: input.pathFacts.filter((fact) => fact.sensitive).map((fact) => fact.path),
  };
  const proof = derived.proof === undefined ? {} : { proof: derived.proof };
  if (namedType === undefined || namedType === derived.type)
    return { type: derived.type, reason: derived.reason, ...proof, ...paths };
  if (strictness(derived.type) < strictness(namedType)) {
    const reason = `${derived.reason}; the caller's ${namedType} can't lower that`;
    return { type: derived.type, reason, ...proof, ...paths };
  }
  const reason = `named by the caller; the change itself says ${derived.type}: ${derived.reason}`;
  return { type: namedType, derivedType: derived.type, reason, ...proof, ...paths };
}

/** Every type that a change can show by itself. */
export const derivedTypes: readonly string[] = [...strictTypes, ...claimedTypes, ...trivialTypes];

function strictness(type: string): number {
  const rank = strictTypes.indexOf(type);
  return rank === -1 ? strictTypes.length : rank;
}

function derive(input: ClassifyProvedInput): Derived {
  const { change, pathFacts, trivial } = input;
  const protectedFact = pathFacts.find((fact) => fact.protected);
  if (protectedFact !== undefined) {
    return { type: 'policy_change', reason: `${protectedFact.path} is protected by the policy` };
  }
  const byPath = typeByPath(pathFacts);
  const kinds = fileKinds(change.files);
  const byCommits = typeByCommits(change.commits, kinds);
  const strict = [byPath, byCommits]
    .filter((each) => each !== undefined)
    .filter((each) => strictTypes.includes(each.type))
    .sort((a, b) => strictness(a.type) - strictness(b.type))[0];
  return strict ?? byPath ?? trivial ?? byCommits ?? typeByFiles(kinds);
}

/** The strictest type of the path rules that match, else the one that matches first. */
function typeByPath(facts: readonly PathFact[]): Derived | undefined {
  const found = facts.flatMap((fact) => fact.actionTypes.map((type) => ({ type, path: fact.path })));
  const first = found.reduce<(typeof found)[number] | undefined>(
    (best, each) => (best === undefined || strictness(each.type) < strictness(best.type) ? each : best),
    undefined,
  );
  return first === undefined ? undefined : { type: first.type, reason: `${first.path} falls under a path rule` };
}

function typeByFiles({ onlyTests }: FileKinds): Derived {
  if (onlyTests) return { type: 'test_change', reason: 'only test files are touched' };
  return { type: 'code_change', reason: 'no path rule, no proof and no conventional commit says more' };
}
