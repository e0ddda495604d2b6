import { makeSeatHome } from '../isolation/environment.js';
import { runIsolated } from '../process/isolated-process.js';
import type { Surroundings } from '../command.js';
import type { Started } from './started.js';

/** What the installed version of a program says of itself. */
export interface Probed {
  /** The first number of its version; undefined when it does not say. */
  readonly version: string | undefined;
  readonly flags: ReadonlySet<string>;
}

/** Why an installed program is not asked: the flags without which it could not be kept to reading; undefined where it has them. */
export function lackingOf(
  { needs }: { readonly needs: readonly string[] },
  { flags, version = 'of unknown version' }: Probed,
): string | undefined {
  const lacking = needs.filter((flag) => !flags.has(flag));
  if (lacking.length === 0) return undefined;
  return `${version} lacks ${lacking.join(', ')}, without which it is not asked: update it`;
}

/** A program that takes longer to print its help is not asked for more, ms; the slowest known needs a quarter of it. */
const limits = { wallMs: 60_000, outputBytes: 1_000_000 };

/** Runs it for its version and its flags, in an empty home directory. */
export async function probe(
  { program, args }: Started,
  help: readonly string[],
  around: Surroundings,
  signal: AbortSignal,
): Promise<Probed> {
  const home = makeSeatHome({ from: around.env, untrusted: around.untrusted, allow: [], set: {} });
  const say = async (words: readonly string[]): Promise<string> => {
    const call = { program, args: [...args, ...words], directory: home.home, env: home.env, input: '', limits };
    const { stdout, stderr } = await runIsolated(call, signal);
    return `${stdout}\n${stderr}`;
  };
  try {
    // One after the other: both run in one home directory, and what runs there is ended with the first.
    const version = /\d+\.\d+[\w.-]*/u.exec(await say(['--version']))?.[0];
    const flags = (await say(help)).match(/(?<![\w-])--[a-z][a-z0-9-]*/gu) ?? [];
    return { version, flags: new Set(flags) };
  } finally {
    home.remove();
  }
}
