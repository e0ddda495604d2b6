import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isAddedLine } from '../../../domain/model/change.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { lockKind } from '../lock-file.js';
import { asObject, jsonObject } from './project-tree.js';

/** Lock files read as lock files: where packages come from, under which checksum, and what runs when they are installed. */
export const lockChanges: Analyzer = {
  name: 'lock files',
  role: 'architect',
  compares: 'itself',
  rules: ['deps/install-script', 'deps/lock-tampered'],
  applies: ({ files }) => files.some(isLock),
  analyze: (input) => Promise.resolve(analyze(input)),
};

function isLock({ path, head, isTest }: AnalyzedFile): boolean {
  return head !== undefined && !isTest && lockKind(path) !== undefined;
}

function analyze({ files }: AnalysisInput): AnalysisResult {
  const mine = files.filter(isLock);
  const direct = directNames(files);
  const hits = mine.flatMap((file) => [...origins(file), ...checksums(file), ...installScripts(file, direct)]);
  return { hits: foldMinor(hits), read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

const origin =
  /(?:"resolved": "|resolved "|tarball: |url = "|registry = "|source = ")(?:git\+|registry\+|sparse\+)?(https?):\/\/([^/"#\s?]+)/;

/** Hosts that the base did not use, and connections that anybody on the way can change. */
function origins(file: AnalyzedFile): Hit[] {
  const hosts = new Set((file.base?.lines ?? []).flatMap((line) => origin.exec(line)?.[2] ?? []));
  const told = new Set<string>();
  return (file.head?.lines ?? []).flatMap((text, index): Hit[] => {
    const [, scheme, host] = isAddedLine(file.entry, index + 1) ? (origin.exec(text) ?? []) : [];
    if (scheme === undefined || host === undefined || told.has(`${scheme} ${host}`)) return [];
    const words =
      scheme === 'http'
        ? `A package comes from \`${host}\` over an unencrypted connection: anybody on the way can replace it.`
        : hosts.size > 0 && !hosts.has(host)
          ? `A package comes from \`${host}\`, where none came from before.`
          : undefined;
    told.add(`${scheme} ${host}`);
    return words === undefined
      ? []
      : [
          tampered(
            file,
            index + 1,
            `${words} Restore the lock file and let the package manager write it, or explain the new origin.`,
          ),
        ];
  });
}

/** The same version under another checksum, or without the one it had. */
function checksums(file: AnalyzedFile): Hit[] {
  const before = new Map(checksumLines(file.base?.lines ?? [], file.path).map(({ key, sum }) => [key, sum]));
  const now = checksumLines(file.head?.lines ?? [], file.path);
  const changed = now.find(({ key, sum }) => before.has(key) && before.get(key) !== sum);
  if (changed !== undefined) {
    const message = `\`${changed.key}\` has another checksum than before, or none: what is installed is not what was reviewed. Restore the lock file and let the package manager write it.`;
    return [tampered(file, changed.line, message)];
  }
  return [];
}

interface Checksum {
  readonly key: string;
  readonly sum: string;
  readonly line: number;
}

function checksumLines(lines: readonly string[], path: string): readonly Checksum[] {
  if (lockKind(path) === 'go') {
    return lines.flatMap((text, index) => {
      const [module, version, sum] = text.split(' ');
      return module && version && sum ? [{ key: `${module} ${version}`, sum, line: index + 1 }] : [];
    });
  }
  if (lockKind(path) !== 'npm') return [];
  return npmPackages(lines.join('\n')).flatMap(({ name, version, integrity, resolved }) => {
    const line = lines.findIndex((text) => text.includes(`"${name}"`)) + 1;
    return resolved ? [{ key: `${name} ${version}`, sum: integrity ?? '', line }] : [];
  });
}

interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  readonly resolved: boolean;
  readonly script: boolean;
}

function npmPackages(text: string): readonly NpmPackage[] {
  return Object.entries(asObject(jsonObject(text)?.['packages']) ?? {}).flatMap(([name, value]): NpmPackage[] => {
    const entry = asObject(value);
    if (name === '' || entry === undefined || entry['link'] === true) return [];
    return [
      {
        name,
        version: String(entry['version']),
        integrity: typeof entry['integrity'] === 'string' ? entry['integrity'] : undefined,
        resolved:
          (typeof entry['resolved'] === 'string' && entry['resolved'].startsWith('http')) ||
          typeof entry['integrity'] === 'string' ||
          entry['version'] !== undefined,
        script: entry['hasInstallScript'] === true,
      },
    ];
  });
}

/** Packages with an install script whose name is new in the lock file. */
function installScripts(file: AnalyzedFile, direct: ReadonlySet<string>): Hit[] {
  const before = new Set(scripted(file.path, file.base?.text).map(({ name }) => name));
  return scripted(file.path, file.head?.text)
    .filter(({ name }) => !before.has(name))
    .map(({ name, key }): Hit => {
      const line = 1 + (file.head?.lines.findIndex((text) => text.includes(key)) ?? -1);
      const message = `\`${name}\` is new and runs a script when it is installed, on every developer machine and in CI. Look at the script; prefer a package without one, or allow it by name.`;
      const severity = direct.has(name) ? 'important' : 'minor';
      return { rule: 'deps/install-script', severity, file: file.path, side: 'head', line, message };
    });
}

function scripted(path: string, text: string | undefined): readonly { readonly name: string; readonly key: string }[] {
  if (text === undefined) return [];
  if (lockKind(path) === 'pnpm') {
    return [
      ...text.matchAll(/^ {2}'?\/?((?:@[^/\s]+\/)?[^@/\s']+)[@/][^\n]*:\n(?: {4}[^\n]*\n)*? {4}requiresBuild: true/gm),
    ].flatMap(([, name]) => (name === undefined ? [] : [{ name, key: name }]));
  }
  if (lockKind(path) !== 'npm') return [];
  return npmPackages(text)
    .filter(({ script }) => script)
    .map(({ name }) => ({
      name: name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length),
      key: `"${name}"`,
    }));
}

/** Names that a changed manifest declares itself. */
function directNames(files: readonly AnalyzedFile[]): ReadonlySet<string> {
  const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path));
  const names = manifests.flatMap(({ head }) => {
    const manifest = jsonObject(head?.text);
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((section) =>
      Object.keys(asObject(manifest?.[section]) ?? {}),
    );
  });
  return new Set(names);
}

function tampered(file: AnalyzedFile, line: number, message: string): Hit {
  return { rule: 'deps/lock-tampered', severity: 'important', file: file.path, side: 'head', line, message };
}
