import type { PolicyFile } from './schema/policy.js';
import { numberIn } from './normal-form/rules.js';
import { kebabCase } from '../../domain/policy/lookup.js';
import type { CriterionList } from './schema/criteria.js';

/** Keys that are right one by one and contradict each other. */
export interface Contradiction {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected: string;
  /** Other keys that it rests on. */
  readonly restsOn?: readonly (readonly PropertyKey[])[];
}

export function contradictions(file: PolicyFile): Contradiction[] {
  return [
    ...matrixLines(file),
    ...sameNames(file),
    ...criteriaLists(file),
    ...standardsPairs(file),
    ...twice(file.standards?.request_changes?.conditions, ['standards', 'request_changes', 'conditions']),
    ...twice(file.standards?.reject?.conditions, ['standards', 'reject', 'conditions']),
    ...twice(file.escalation?.auto_escalate_to_human, ['escalation', 'auto_escalate_to_human']),
  ];
}

const spellings = [
  ['primary', 'primary_reviewer'],
  ['backup', 'backup_reviewer'],
  ['escalate', 'escalate_to'],
] as const;

function matrixLines(file: PolicyFile): Contradiction[] {
  return Object.entries(file.reviewer_matrix ?? {}).flatMap(([creator, line]) => {
    const path = ['reviewer_matrix', creator];
    const both = spellings
      .filter(([one, other]) => line[one] !== undefined && line[other] !== undefined)
      .map(([one, other]) => ({
        path: [...path, other],
        message: `says again what ${one} says`,
        expected: `either ${one} or ${other}`,
      }));
    if (line.primary !== undefined || line.primary_reviewer !== undefined) return both;
    return [...both, { path, message: 'has no primary reviewer', expected: 'primary: a role, an agent or human' }];
  });
}

/** `core_developer` and `core-developer` are one role. */
function sameNames(file: PolicyFile): Contradiction[] {
  return (['reviewer_matrix', 'agents'] as const).flatMap((section) => {
    const seen = new Set<string>();
    return Object.keys(file[section] ?? {}).flatMap((name) => {
      const kebab = kebabCase(name);
      if (section === 'agents' && kebab === 'human') {
        return [{ path: [section, name], message: 'is reserved for people', expected: 'another name for the agent' }];
      }
      if (!seen.has(kebab)) {
        seen.add(kebab);
        return [];
      }
      return [{ path: [section, name], message: `is ${kebab} once more`, expected: 'each name in one spelling, once' }];
    });
  });
}

function criteriaLists(file: PolicyFile): Contradiction[] {
  return Object.entries(file.criteria ?? {}).flatMap(([type, lists]) => {
    const seen = new Set<string>();
    const found: Contradiction[] = [];
    for (const kind of ['required', 'optional'] as const) {
      for (const { name, path } of namesIn(lists[kind])) {
        const at = ['criteria', type, kind, ...path];
        if (seen.has(name))
          found.push({ path: at, message: `${name} is asked twice`, expected: 'each criterion once' });
        seen.add(name);
      }
    }
    if (seen.size > 0) return found;
    const expected = 'at least one criterion: a type without any would pass unasked';
    return [{ path: ['criteria', type], message: 'asks nothing', expected }];
  });
}

function namesIn(list: CriterionList | undefined): { name: string; path: PropertyKey[] }[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return Object.keys(list).map((name) => ({ name, path: [name] }));
  return list.flatMap((item, index) =>
    typeof item === 'string'
      ? [{ name: item, path: [index] }]
      : Object.keys(item).map((name) => ({ name, path: [index, name] })),
  );
}

/** `request_changes` repeats two numbers of `approve`; where they differ, one of them would silently not count. */
function standardsPairs(file: PolicyFile): Contradiction[] {
  const approve = file.standards?.approve;
  return (file.standards?.request_changes?.conditions ?? []).flatMap((condition, index) => {
    const path = ['standards', 'request_changes', 'conditions', index];
    const pair = (
      name: 'critical_concerns' | 'checklist_pass_rate',
      approving: string,
      value: number,
      sign: string,
    ) => {
      const written = condition[name];
      if (written === undefined || numberIn(written) === value) return [];
      const expected = `"${sign}${value}", as standards.approve.${approving} says`;
      return [
        {
          path: [...path, name],
          message: `is ${JSON.stringify(written)}`,
          expected,
          restsOn: [['standards', 'approve', approving]],
        },
      ];
    };
    return [
      ...pair('critical_concerns', 'max_critical_concerns', approve?.max_critical_concerns ?? 0, '>'),
      ...pair('checklist_pass_rate', 'min_checklist_pass_rate', approve?.min_checklist_pass_rate ?? 1, '<'),
    ];
  });
}

function twice(list: readonly object[] | undefined, path: readonly PropertyKey[]): Contradiction[] {
  const seen = new Set<string>();
  return (list ?? []).flatMap((item, index) => {
    const keys = Object.keys(item);
    if (keys.length === 0) {
      return [{ path: [...path, index], message: 'is an empty condition', expected: 'a condition' }];
    }
    const again = keys.filter((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return again.map((key) => ({
      path: [...path, index, key],
      message: 'is given twice',
      expected: 'each condition once',
    }));
  });
}
