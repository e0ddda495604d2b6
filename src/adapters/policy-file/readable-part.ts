import { kebabCase } from '../../domain/policy/lookup.js';
import { knownKeys, nearest } from './problems.js';
import { policySchema, type PolicyFile } from './schema/policy.js';

type Path = readonly PropertyKey[];

/** What the schema takes of a file that has mistakes. */
export interface ReadablePart {
  readonly file: PolicyFile;
  /** Paths of what was left out, and of what was perhaps meant by it: nothing is known of them. */
  readonly lost: readonly Path[];
}

/** More rounds than a file has levels are never needed. */
const most = 16;

/**
 * Leaves out what the schema does not take, and what stands at `cut`, so that the rest can be judged in the same run.
 * Undefined where nothing is left that could be judged.
 */
export function readablePart(data: object, cut: readonly Path[] = []): ReadablePart | undefined {
  const rest: unknown = structuredClone(data);
  const lost: Path[] = [];
  const leaveOut = (path: Path): void => {
    const removed = remove(rest, path);
    if (removed !== undefined) lost.push(removed);
  };
  cut.forEach(leaveOut);
  for (let round = 0; round < most; round += 1) {
    const parsed = policySchema.safeParse(rest, { reportInput: true });
    if (parsed.success) return { file: parsed.data, lost };
    for (const issue of parsed.error.issues) {
      if (issue.code !== 'unrecognized_keys') leaveOut(issue.path);
      else {
        for (const key of issue.keys) {
          lost.push(...meantBy(key, issue.path));
          leaveOut([...issue.path, key]);
        }
      }
    }
  }
  return undefined;
}

/** Whether what stands at the path, in it or around it was left out. Roles and names are compared in kebab-case. */
export function isLost(path: Path, lost: readonly Path[]): boolean {
  const steps = path.map(comparable);
  return lost.some((each) => each.slice(0, steps.length).every((step, index) => comparable(step) === steps[index]));
}

function comparable(step: PropertyKey): string {
  return kebabCase(String(step));
}

function meantBy(key: string, path: Path): Path[] {
  const near = nearest(key, knownKeys(policySchema, path));
  return near === undefined ? [] : [[...path, near]];
}

/** Removes the value at the path. A list goes as a whole, so that places in it stay what they are. */
function remove(data: unknown, path: Path): Path | undefined {
  const firstIndex = path.findIndex((step) => typeof step === 'number');
  const whole = firstIndex === -1 ? path : path.slice(0, firstIndex);
  const key = whole.at(-1);
  if (key === undefined) return undefined;
  const parent = whole
    .slice(0, -1)
    .reduce<unknown>((node, step) => (isMap(node) ? node[String(step)] : undefined), data);
  // A value that is missing cannot be removed: what lacks it is of no use.
  if (!isMap(parent) || !Object.hasOwn(parent, String(key))) return remove(data, whole.slice(0, -1));
  return Reflect.deleteProperty(parent, key) ? whole : undefined;
}

function isMap(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
