import { posix } from 'node:path';

const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs'];
/** What a compiled ending stands for in the sources. */
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** The file of the tree that a relative specifier means, undefined for packages and for what is not there. */
export function resolveScript(from: string, specifier: string, tree: ReadonlySet<string>): string | undefined {
  if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
  return resolveFile(posix.normalize(posix.join(posix.dirname(from), specifier)), tree);
}

/** The source file that a path with or without ending means, a folder standing for its index. */
export function resolveFile(path: string, tree: ReadonlySet<string>): string | undefined {
  const ending = /\.[cm]?jsx?$/.exec(path)?.[0] ?? '';
  const bare = path.slice(0, path.length - ending.length);
  const candidates = [
    ...(sources[ending] ?? []).map((each) => bare + each),
    ...endings.map((each) => path + each),
    ...endings.slice(1).map((each) => posix.join(path, `index${each}`)),
  ];
  return candidates.find((candidate) => tree.has(candidate));
}
