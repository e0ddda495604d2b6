import type { ChangedFile } from '../model/change.js';

/** What the names of the changed files say, for checking what a commit message claims. */
export interface FileKinds {
  readonly onlyTests: boolean;
  readonly anyDependencyFile: boolean;
}

const testPath =
  /(^|\/)(tests?|__tests__|__snapshots__|spec|e2e|testdata)\/|[._-](test|spec)\.[cm]?[jt]sx?$|_test\.(go|py)$|(^|\/)test_[^/]*\.py$|(^|\/)conftest\.py$|\.bats$/;

const dependencyFile =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|pyproject\.toml|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(\.lock)?|setup\.(py|cfg)|requirements[^/]*\.(txt|in)|go\.(mod|sum|work)|Cargo\.(toml|lock)|Gemfile(\.lock)?|composer\.(json|lock)|pom\.xml|build\.gradle(\.kts)?|gradle\.lockfile|flake\.(nix|lock))$/;

const secretPath =
  /(^|\/)(\.env(\..+)?|\.npmrc|\.pypirc|\.netrc|\.htpasswd|id_(rsa|dsa|ecdsa|ed25519)[^/]*|credentials[^/]*|secrets?\.[^/]*|[^/]*\.(pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg))$/i;

export function fileKinds(files: readonly ChangedFile[]): FileKinds {
  const paths = files.flatMap((file) => (file.oldPath === undefined ? [file.path] : [file.path, file.oldPath]));
  return {
    onlyTests: paths.length > 0 && paths.every((path) => testPath.test(path)),
    anyDependencyFile: paths.some((path) => dependencyFile.test(path)),
  };
}

/** Names under which keys and passwords are usually kept. */
export function looksSecret(path: string): boolean {
  return secretPath.test(path);
}
