import { refuse, type Refusal } from '../../domain/model/refusal.js';

export function shallowBoundary(what: string): Refusal {
  return refuse(
    'shallow_boundary',
    `${what} is not in this shallow clone.`,
    'Fetch the history first: git fetch --unshallow (in GitHub Actions: fetch-depth: 0).',
  );
}

export function missingObjects(what: string): Refusal {
  return refuse(
    'missing_objects',
    `The repository lacks ${what}; nothing is fetched during a review.`,
    'In a partial clone: git fetch --refetch --no-filter. Otherwise: git fsck says what is damaged.',
  );
}

export function noCommits(): Refusal {
  return refuse(
    'no_commits',
    'The repository has no commits on this branch yet.',
    'Commit first, or review what is there with --staged or --worktree.',
  );
}
