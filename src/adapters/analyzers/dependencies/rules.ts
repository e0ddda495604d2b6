import type { RuleDoc } from '../rule-catalogue.js';

export const dependencyRules: readonly RuleDoc[] = [
  {
    id: 'deps/unused',
    role: 'architect',
    severity: 'important',
    lesser: 'Minor for Python, where a package and its modules may have different names, and for Go.',
    languages: ['json', 'toml', 'text'],
    title: 'A new dependency that nothing mentions',
    why: 'Every dependency is code that runs with the rights of the project; one that nothing uses is all risk. Names in scripts and settings count as used.',
    remedy: 'Use it in this change, or remove it.',
  },
  {
    id: 'deps/not-in-lock',
    role: 'architect',
    severity: 'important',
    languages: ['json', 'toml', 'text'],
    title: 'A new dependency that the lock file does not hold',
    why: 'The next install takes whatever version is newest, or fails in CI where the lock file is frozen.',
    remedy: 'Run the package manager once and commit the lock file with the manifest.',
  },
  {
    id: 'deps/install-script',
    role: 'architect',
    severity: 'important',
    lesser: 'Minor for packages that come along with another one.',
    languages: ['json', 'yaml'],
    title: 'A new package that runs a script when it is installed',
    why: 'The script runs on every developer machine and in CI before anybody has looked at it: the usual way of supply chain attacks.',
    remedy: 'Look at the script; prefer a package without one, or allow it by name and install with scripts off.',
  },
  {
    id: 'deps/undeclared',
    role: 'architect',
    severity: 'important',
    languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
    title: 'An import of a package that is not declared',
    why:
      'It works only while another package happens to bring it along, or not at all. Silent on aliases, workspaces, whatever ' +
      'settings of bundlers may resolve, and in Python as soon as a manifest speaks of a like name or the import is guarded.',
    remedy: 'Add the package to the dependencies of the nearest manifest.',
    example: "import debounce from 'lodash.debounce';   // package.json does not name it",
  },
  {
    id: 'deps/lock-tampered',
    role: 'architect',
    severity: 'important',
    languages: ['json', 'yaml', 'toml', 'text'],
    title: 'A lock file that no package manager would have written',
    why: 'A package that comes from an unknown host, over an unencrypted connection, without its checksum, or under another checksum than before for the same version may not be the package that was published.',
    remedy: 'Restore the lock file and let the package manager write it; explain a new registry.',
  },
];
