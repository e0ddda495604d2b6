import type { AnalyzedFile, SourceText } from '../analyzer.js';
import { asObject, jsonObject } from './project-tree.js';

export type Ecosystem = 'npm' | 'python' | 'go';

export interface Declared {
  readonly name: string;
  readonly version: string;
  /** Needed at run time, not for development alone. */
  readonly runtime: boolean;
}

export function ecosystemOf(path: string): Ecosystem | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'package.json') return 'npm';
  if (name === 'pyproject.toml') return 'python';
  return name === 'go.mod' ? 'go' : undefined;
}

/** Dependencies that the head side declares and the base side did not. */
export async function addedDependencies(file: AnalyzedFile): Promise<readonly Declared[]> {
  const [before, now] = await Promise.all([declaredIn(file.path, file.base), declaredIn(file.path, file.head)]);
  const known = new Set(before.map(({ name }) => name));
  return now.filter(({ name }) => !known.has(name));
}

async function declaredIn(path: string, source: SourceText | undefined): Promise<readonly Declared[]> {
  if (source === undefined) return [];
  switch (ecosystemOf(path)) {
    case 'npm':
      return npmDependencies(source.text);
    case 'python':
      return pythonDependencies(source.text);
    case 'go':
      return goDependencies(source.lines);
    case undefined:
      return [];
  }
}

function npmDependencies(text: string): readonly Declared[] {
  const manifest = jsonObject(text);
  return ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((section) =>
    Object.entries(asObject(manifest?.[section]) ?? {}).flatMap(([name, version]): Declared[] =>
      typeof version === 'string' ? [{ name, version, runtime: section === 'dependencies' }] : [],
    ),
  );
}

async function pythonDependencies(text: string): Promise<readonly Declared[]> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    const manifest = asObject(parse(text));
    const listed = asObject(manifest?.['project'])?.['dependencies'];
    const poetry = asObject(asObject(asObject(manifest?.['tool'])?.['poetry'])?.['dependencies']) ?? {};
    const names = [
      ...(Array.isArray(listed) ? listed.filter((each): each is string => typeof each === 'string') : []),
      ...Object.keys(poetry).filter((name) => name !== 'python'),
    ];
    return names.flatMap((spec): Declared[] => {
      const name = /^[A-Za-z0-9][\w.-]*/.exec(spec)?.[0];
      return name === undefined || spec.includes('@ file:')
        ? []
        : [{ name: normal(name), version: spec, runtime: true }];
    });
  } catch (error) {
    if (error instanceof TomlError) return [];
    throw error;
  }
}

/** Python's own normal form of a package name. */
export function normal(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Packages whose modules have another name. */
export const modules: Readonly<Record<string, string>> = {
  pyyaml: 'yaml',
  beautifulsoup4: 'bs4',
  pillow: 'PIL',
  'scikit-learn': 'sklearn',
  'opencv-python': 'cv2',
  'python-dateutil': 'dateutil',
  'python-dotenv': 'dotenv',
  protobuf: 'google',
  attrs: 'attr',
  pyjwt: 'jwt',
  'psycopg2-binary': 'psycopg2',
  gitpython: 'git',
  grpcio: 'grpc',
  'msgpack-python': 'msgpack',
  'opencv-python-headless': 'cv2',
  pycryptodome: 'Crypto',
  pywin32: 'win32api',
  pyzmq: 'zmq',
  setuptools: 'pkg_resources',
  'typing-extensions': 'typing_extensions',
};

function goDependencies(lines: readonly string[]): readonly Declared[] {
  const replaced = new Set(
    lines.flatMap((line) => /^(?:replace)?\s*([\w./~-]+)(?: v\S+)? => \.{1,2}\//.exec(line)?.[1] ?? []),
  );
  return lines.flatMap((line): Declared[] => {
    const match = /^(?:require)?\s+([\w.~-]+\.[\w.~-]+\/[\w./~-]+) (v[\w.+-]+)\s*(\/\/ indirect)?/.exec(
      line.startsWith('require ') ? line : ` ${line.trim()}`,
    );
    const [, name, version, indirect] = match ?? [];
    if (name === undefined || version === undefined || replaced.has(name)) return [];
    return [{ name, version, runtime: indirect === undefined }];
  });
}
