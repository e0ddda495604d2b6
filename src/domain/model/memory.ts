/** A part of the repository that the policy names, as far as a change touches it (SPEC 6.5). */
export interface Service {
  readonly name: string;
  /** Paths of the change that belong to it. */
  readonly paths: readonly string[];
  /** What the policy has its reviewers told each time. */
  readonly rules: readonly string[];
}

/** Where and by whom it was decided that a finding like this one is no problem. */
export interface KnownFalse {
  /** Review and finding that it was decided on. */
  readonly review: string;
  readonly finding: string;
  /** A person with a credential, or a reviewer who judged it for its author. */
  readonly by: string;
  readonly authority: 'human' | 'reviewer';
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Of paths that belong to no service which the policy names. */
export const restOfRepository = 'repository';

/** The service of a path. */
export function serviceOf(services: readonly Service[] | undefined, path: string | undefined): string {
  if (path === undefined) return restOfRepository;
  return services?.find(({ paths }) => paths.includes(path))?.name ?? restOfRepository;
}
