/** Lock files that are read as such, by base name. */
const kinds = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'yarn.lock': 'yarn',
  'pnpm-lock.yaml': 'pnpm',
  'bun.lock': 'bun',
  'deno.lock': 'deno',
  'poetry.lock': 'python',
  'uv.lock': 'python',
  'pdm.lock': 'python',
  'Pipfile.lock': 'pipenv',
  'Cargo.lock': 'cargo',
  'go.sum': 'go',
  'go.work.sum': 'go',
  'composer.lock': 'composer',
  'Gemfile.lock': 'bundler',
  'flake.lock': 'nix',
} as const;

export type LockKind = (typeof kinds)[keyof typeof kinds];

/** The package manager whose lock file this is, undefined for any other file. */
export function lockKind(path: string): LockKind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Object.entries(kinds).find(([known]) => known === name)?.[1];
}

/** Lock files are machine-written: rules about source text have nothing to say about them. */
export function isLockFile(path: string): boolean {
  return lockKind(path) !== undefined;
}
