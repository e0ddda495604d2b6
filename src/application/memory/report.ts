import { restOfRepository } from '../../domain/model/memory.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { MemoryReport } from '../memory.js';

/** Rules that the policy has reviewers of each of its services told; a service without rules has none. */
export type ServiceRules = ReadonlyMap<string, readonly string[]>;

type Remembered = Pick<MemoryReport, 'rejected'> & {
  readonly services: readonly Omit<MemoryReport['services'][number], 'rules'>[];
};

/**
 * What is remembered, and what reviewers are told each time: of all services, or of one. Refused with `unknown_service` where
 * neither the policy nor the memory knows of it.
 */
export function memoryReport(from: Remembered, rules: ServiceRules, service?: string): MemoryReport | Refusal {
  const remembered = new Set(from.services.map((each) => each.service));
  const silent = [...rules].filter(([name, own]) => !remembered.has(name) && own.length > 0);
  const services = [
    ...from.services,
    ...silent.map(([name]) => ({ service: name, reviews: 0, issues: [], archived: [], falsePositives: [] })),
  ].map((each) => ({ ...each, rules: rules.get(each.service) ?? [] }));
  if (service === undefined) return { services, rejected: from.rejected };
  const names = new Set([...rules.keys(), ...remembered, ...from.rejected.flatMap((each) => each.services)]);
  names.add(restOfRepository);
  if (!names.has(service)) return unknown(service, [...names]);
  return {
    services: services.filter((each) => each.service === service),
    rejected: from.rejected.filter((each) => servicesOf(each).includes(service)),
  };
}

/** A change that touched no service of the policy is of the rest of the repository. */
function servicesOf({ services }: { readonly services: readonly string[] }): readonly string[] {
  return services.length === 0 ? [restOfRepository] : services;
}

function unknown(service: string, names: readonly string[]): Refusal {
  return refuse(
    'unknown_service',
    `there is no service "${service}" in the policy, and nothing is remembered of one`,
    `name one of: ${names.toSorted().join(', ')}`,
  );
}
