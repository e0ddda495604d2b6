import { realpath, stat } from 'node:fs/promises';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { commonDirectory } from './common-directory.js';
import { GitNotInstalled, runGit, userEnvironment, type Outcome } from './git-process.js';

/** Where a repository's parts are; all paths absolute. */
export interface Location {
  /** Top of the worktree that holds the directory asked for; undefined in a bare repository and inside a git directory. */
  readonly top: string | undefined;
  /** Git directory of this worktree: HEAD and index. */
  readonly gitDirectory: string;
  /** Shared by all worktrees of a clone: objects, refs, shallow, info/exclude. */
  readonly commonDirectory: string;
  readonly objectDirectory: string;
  readonly indexFile: string;
  readonly objectFormat: 'sha1' | 'sha256';
}

const questions = [
  '--path-format=absolute',
  '--show-ref-format',
  '--show-object-format',
  '--is-inside-work-tree',
  '--absolute-git-dir',
  '--git-common-dir',
  '--git-path',
  'objects',
  '--git-path',
  'index',
  // Last: it fails where there is no worktree, after the other answers were printed.
  '--show-toplevel',
];

/** Finds the repository that holds `directory` by git's own upward search, with no `GIT_*` of the user in force. */
export async function discover(
  directory: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Location | Refusal> {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    return refuse('not_a_directory', `${directory} is not a directory.`, 'Give a directory inside a git repository.');
  }
  try {
    const outcome = await runGit({
      args: ['rev-parse', ...questions],
      cwd: directory,
      env: userEnvironment(env),
      signal,
    });
    const location = readAnswers(directory, outcome);
    return isRefusal(location) ? location : await storeBeside(directory, location);
  } catch (error) {
    if (!(error instanceof GitNotInstalled)) throw error;
    return refuse(
      'git_not_installed',
      'git was not found in PATH.',
      'Install git 2.31 or newer, outside of the repository.',
    );
  }
}

/** What is read must be the repository whose store records it. */
async function storeBeside(directory: string, location: Location): Promise<Location | Refusal> {
  const common = await commonDirectory(directory);
  if (isRefusal(common)) return common;
  if (common === (await realpath(location.commonDirectory))) return location;
  return refuse(
    'unsupported_location',
    `git takes ${location.commonDirectory} for the repository of ${directory}, which does not look like one${common === undefined ? '' : `; ${common} does`}.`,
    'Run it in a worktree of the repository that is meant.',
  );
}

function readAnswers(directory: string, outcome: Outcome): Location | Refusal {
  const text = outcome.stdout.toString('utf8');
  const lines = text.split('\n').slice(0, -1);
  // A git that does not know an option prints it back.
  if (lines[0] === '--path-format=absolute') return gitTooOld();
  const [refFormat = '', objectFormat = '', inside] = lines;
  const [gitDirectory, commonDirectory, objectDirectory, indexFile, top] = lines.slice(3);
  const answers = { gitDirectory, commonDirectory, objectDirectory, indexFile };
  if (!isComplete(answers)) return refuseByWords(directory, outcome);
  if (text.includes('\uFFFD') || lines.length > 8) {
    return refuse(
      'unsupported_location',
      `The path of the repository that holds ${directory} has a line break or is not UTF-8.`,
      'Move the repository to a plain path.',
    );
  }
  if (refFormat === 'reftable' || (objectFormat !== 'sha1' && objectFormat !== 'sha256')) {
    return refuse(
      'unsupported_repository',
      `The repository of ${directory} has refs in ${refFormat} and objects in ${objectFormat} format.`,
      'Supported are refs in files (`git refs migrate --ref-format=files`) and sha1 or sha256 objects.',
    );
  }
  return {
    top: inside === 'true' ? top : undefined,
    objectFormat,
    ...answers,
  };
}

type Paths = Pick<Location, 'gitDirectory' | 'commonDirectory' | 'objectDirectory' | 'indexFile'>;

function isComplete(paths: Readonly<Record<keyof Paths, string | undefined>>): paths is Paths {
  return Object.values(paths).every((path) => path !== undefined);
}

function gitTooOld(): Refusal {
  return refuse('git_too_old', 'git is older than 2.31.', 'Install git 2.31 or newer.');
}

function refuseByWords(directory: string, outcome: Outcome): Refusal {
  const words = outcome.stderr;
  if (words.includes('dubious ownership')) {
    return refuse(
      'unsafe_directory',
      `${directory} belongs to a repository of another user, and git refuses to read it: ${firstLine(words)}`,
      'If you trust it: git config --global --add safe.directory DIRECTORY',
    );
  }
  if (words.includes('not a git repository')) {
    return refuse(
      'not_a_repository',
      `${directory} is not inside a git repository.`,
      'Run it inside a clone, or make one with `git init`.',
    );
  }
  return refuse(
    'unreadable_repository',
    `git cannot read the repository of ${directory}: ${words || `exit ${outcome.exitCode ?? 'by a signal'}`}`,
    'Run `git rev-parse --git-dir` there and mend what it says.',
  );
}

function firstLine(words: string): string {
  return words.split('\n', 1)[0] ?? '';
}
