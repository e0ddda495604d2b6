import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { trustedPath } from '../../process-group/find-program.js';

/** Where the language, the network and its certificates come from; none of them is a secret of the project. */
const ordinary = [
  ...['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE'],
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment for one program, and the empty home directory in it. */
export interface SeatHome {
  readonly home: string;
  readonly env: Readonly<Record<string, string>> & { readonly HOME: string };
  /** Values that were handed over by name and may be credentials. */
  readonly secrets: readonly string[];
  /** Nobody waits for it. What could not be removed goes with the temporary directory of this process. */
  readonly remove: () => void;
}

export interface SeatHomeOptions {
  /** Environment of this process. */
  readonly from: Environment;
  /** Directories from which no program is taken: the repository under review. */
  readonly untrusted: readonly string[];
  /** Variables that this seat may have besides. Nothing called `COUNTERSIGN_…` is ever handed over. */
  readonly allow: readonly string[];
  /** Variables that are set as they stand here. */
  readonly set: Readonly<Record<string, string>>;
}

/**
 * An environment made from nothing: only what is named, `PATH` without the repository under review, and a `HOME` that is empty
 * and belongs to this run alone.
 */
export function makeSeatHome(options: SeatHomeOptions): SeatHome {
  const home = mkdtempSync(join(tmpdir(), 'countersign-seat-'));
  chmodSync(home, 0o700);
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  const handed = picked(options.from, options.allow);
  return {
    home,
    env: {
      ...picked(options.from, ordinary),
      ...handed,
      PATH: trustedPath(options.from['PATH'], options.untrusted).join(delimiter),
      LANG: options.from['LANG'] ?? 'C.UTF-8',
      TERM: 'dumb',
      NO_COLOR: '1',
      ...options.set,
      HOME: home,
      TMPDIR: temporary,
      // The checkout is no repository: git must not find one above it, nor ask anything.
      GIT_CEILING_DIRECTORIES: tmpdir(),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      // This program refuses to review inside of a review (FAULTS roborev#306).
      COUNTERSIGN_SEAT: '1',
    },
    secrets: Object.values(handed).filter((value) => value.length >= 8),
    remove: () => {
      rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    },
  };
}

function picked(from: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = from[name];
      return value === undefined || /^COUNTERSIGN_/i.test(name) ? [] : [[name, value]];
    }),
  );
}
