import type { Problem, Refusal } from '../../domain/model/refusal.js';
import { dottedKey } from '../../domain/model/dotted-key.js';
import type { Policy } from '../../domain/model/policy.js';
import { embeddedRoster } from '../../domain/policy/embedded-roster.js';
import { unsatisfiable, type Roster, type Unsatisfiable } from '../../domain/policy/satisfiable.js';
import { contradictions, type Contradiction } from './contradictions.js';
import { normalise } from './normal-form/policy.js';
import { nearest, problemsOf, shown } from './problems.js';
import { isLost, readablePart, type ReadablePart } from './readable-part.js';
import { policySchema } from './schema/policy.js';
import { largestPolicy, readYaml, type YamlSource } from './yaml-source.js';

/**
 * Reads a policy file into its normal form. All mistakes come back at once, each with line, column, dotted key, what was
 * expected and the nearest allowed word. Codes: `policy_invalid`; `policy_unsatisfiable` when every key is right but no
 * roster could satisfy the whole. `file` is only named in the problems. An empty text is the default policy.
 */
export function loadPolicy(text: string, file: string, roster: Roster = embeddedRoster): Policy | Refusal {
  if (text.length > largestPolicy) {
    const message = `is longer than ${largestPolicy} characters`;
    return refusal('policy_invalid', file, [{ file, line: 1, column: 1, message }]);
  }
  const source = readYaml(text, file);
  if (!('placeOf' in source)) return refusal('policy_invalid', file, source);
  // An empty file has no keys, so it says nothing against any default.
  const data = source.data ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    const message = `the file is ${shown(data)}`;
    const expected = 'a map of keys, such as `enabled: true`';
    return refusal('policy_invalid', file, [{ file, ...source.placeOf([], 'value'), message, expected }]);
  }
  const parsed = policySchema.safeParse(data, { reportInput: true });
  const told = !parsed.success || source.broken.length > 0 || source.twice.length > 0;
  if (told || contradictions(parsed.data).length > 0) {
    const found = [source, ...source.earlier].flatMap((each) => mistakes(each, file, roster));
    return refusal('policy_invalid', file, distinct([...source.broken, ...source.twice, ...found]));
  }
  const policy = normalise(parsed.data);
  const reasons = unsatisfiable(policy, roster).map((reason) => problemOf(reason, source, file));
  return reasons.length === 0 ? policy : refusal('policy_unsatisfiable', file, reasons);
}

/**
 * Everything that can be known of a file that has mistakes: what the schema does not take, and of the rest what contradicts
 * itself and what nobody could satisfy. Nothing is said that hangs on a part which could not be read.
 */
function mistakes(source: YamlSource, file: string, roster: Roster): readonly Problem[] {
  const data = source.data;
  if (typeof data !== 'object' || data === null) return [];
  const parsed = policySchema.safeParse(data, { reportInput: true });
  const found = parsed.success ? [] : problemsOf(parsed.error.issues, policySchema, source, file);
  const readable = readablePart(data);
  if (readable === undefined) return found;
  const part = withLost(readable, source);
  const known = (path: readonly PropertyKey[]): boolean => !isLost(path, part.lost);
  const sure = (path: readonly PropertyKey[]): boolean => known(path) && !source.unsure.includes(String(path[0]));
  const against = contradictions(part.file).filter(({ path, restsOn }) => known(path) && (restsOn ?? []).every(sure));
  found.push(...against.map((each) => contradictionProblem(each, source, file)));
  const sound = withoutContradictions(data, part, source);
  const reasons = sound === undefined ? [] : unsatisfiable(normalise(sound.file), roster);
  for (const reason of reasons) {
    const sections = [...reason.restsOn, ...reason.keys.map(([section]) => String(section))];
    if (sections.some((section) => source.unsure.includes(section))) continue;
    if (reason.restsOn.some((section) => isLost([section], sound?.lost ?? []))) continue;
    if (reason.keys.some((path) => isLost(path, sound?.lost ?? []))) continue;
    found.push(problemOf(reason, source, file));
  }
  return found;
}

/** What stands beside a key that is given twice is read once for each of them. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((each) => [JSON.stringify(each), each])).values()];
}

/** Sections that are not read may hold what the others rest on. */
function withLost({ file, lost }: ReadablePart, source: YamlSource): ReadablePart {
  return { file, lost: [...lost, ...source.lost.map((key) => [key])] };
}

/** What is left when whatever contradicts itself is left out as well. */
function withoutContradictions(data: object, part: ReadablePart, source: YamlSource): ReadablePart | undefined {
  const cut: (readonly PropertyKey[])[] = [];
  let left: ReadablePart | undefined = part;
  for (let round = 0; round < mostRounds && left !== undefined; round += 1) {
    const paths = contradictions(left.file).map(({ path }) => path);
    if (paths.length === 0) return left;
    // What was left out before and is missed now takes with it what misses it.
    cut.push(...paths.map((path) => (isLost(path, cut) ? path.slice(0, -1) : path)));
    const next = readablePart(data, cut);
    left = next === undefined ? next : withLost(next, source);
  }
  return undefined;
}

/** What is left out can be missed by what stands around it, level by level: a file has no more levels. */
const mostRounds = 16;

function contradictionProblem({ path, message, expected }: Contradiction, source: YamlSource, file: string): Problem {
  return { file, ...source.placeOf(path, 'value'), key: dottedKey(path), message, expected };
}

function problemOf(reason: Unsatisfiable, source: YamlSource, file: string): Problem {
  const path = reason.keys.find((each) => source.has(each)) ?? reason.keys[0] ?? [];
  const near = reason.choice === undefined ? undefined : nearest(reason.choice.word, reason.choice.allowed);
  return {
    file,
    ...source.placeOf(path, 'value'),
    key: dottedKey(path),
    message: reason.message,
    expected: reason.expected,
    ...(near === undefined ? {} : { nearest: near }),
  };
}

function refusal(code: 'policy_invalid' | 'policy_unsatisfiable', file: string, problems: readonly Problem[]): Refusal {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
  const message =
    code === 'policy_invalid'
      ? `${file} cannot be used as policy: ${count}`
      : `${file} asks for what no reviewer could give: ${count}`;
  const remedy =
    'Correct what is listed; `countersign policy schema` describes every key, and so does docs/policy.md of Countersign.';
  const sorted = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return { refused: true, code, message, remedy, problems: sorted };
}
