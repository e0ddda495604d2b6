import { isRefusal, type Problem, type Refusal } from '../../domain/model/refusal.js';
import type { Policy } from '../../domain/model/policy.js';
import { embeddedRoster } from '../../domain/policy/embedded-roster.js';
import { unsatisfiable, type Roster, type Unsatisfiable } from '../../domain/policy/satisfiable.js';
import { contradictions } from './contradictions.js';
import { normalise } from './normal-form/policy.js';
import { nearest, problemsOf, shown } from './problems.js';
import { policySchema, type PolicyFile } from './schema/policy.js';
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
  const read = validate(source, file);
  if (isRefusal(read)) return read;
  const policy = normalise(read);
  const reasons = unsatisfiable(policy, roster).map((reason) => problemOf(reason, source, file));
  return reasons.length === 0 ? policy : refusal('policy_unsatisfiable', file, reasons);
}

function validate(source: YamlSource, file: string): PolicyFile | Refusal {
  // An empty file has no keys, so it says nothing against any default.
  const data = source.data ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    const message = `the file is ${shown(data)}`;
    const problem = {
      file,
      ...source.placeOf([], 'value'),
      message,
      expected: 'a map of keys, such as `enabled: true`',
    };
    return refusal('policy_invalid', file, [problem]);
  }
  const parsed = policySchema.safeParse(data, { reportInput: true });
  if (!parsed.success) {
    return refusal('policy_invalid', file, problemsOf(parsed.error.issues, policySchema, source, file));
  }
  const problems = contradictions(parsed.data).map(({ path, message, expected }) => ({
    file,
    ...source.placeOf(path, 'value'),
    key: path.map(String).join('.'),
    message,
    expected,
  }));
  return problems.length === 0 ? parsed.data : refusal('policy_invalid', file, problems);
}

function problemOf(reason: Unsatisfiable, source: YamlSource, file: string): Problem {
  const path = reason.keys.find((each) => source.has(each)) ?? reason.keys[0] ?? [];
  const near = reason.choice === undefined ? undefined : nearest(reason.choice.word, reason.choice.allowed);
  return {
    file,
    ...source.placeOf(path, 'value'),
    key: path.join('.'),
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
  const remedy = 'Correct what is listed; every key is described in docs/policy.md.';
  return { refused: true, code, message, remedy, problems };
}
