import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isLockFile } from '../lock-file.js';
import { addedDependencies, ecosystemOf, modules, normal, type Declared, type Ecosystem } from './manifests.js';
import { ProjectTree } from './project-tree.js';
import { isLockedBy } from './workspace.js';

/** What a manifest newly declares: used anywhere, and in the lock file. */
export const declaredDependencies: Analyzer = {
  name: 'declared dependencies',
  role: 'architect',
  compares: 'itself',
  rules: ['deps/unused', 'deps/not-in-lock'],
  applies: ({ files }) => files.some(isManifest),
  analyze,
};

function isManifest({ path, head, isTest }: AnalyzedFile): boolean {
  return head !== undefined && !isTest && ecosystemOf(path) !== undefined;
}

async function analyze({ packet, files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const tree = new ProjectTree(packet.frozen);
  const mine = files.filter(isManifest);
  const hits: Hit[] = [];
  for (const file of mine) {
    const ecosystem = ecosystemOf(file.path);
    if (ecosystem === undefined) continue;
    for (const declared of await addedDependencies(file)) {
      signal.throwIfAborted();
      hits.push(...(await judge(file, ecosystem, declared, tree)));
    }
  }
  return { hits, read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

async function judge(file: AnalyzedFile, ecosystem: Ecosystem, declared: Declared, tree: ProjectTree): Promise<Hit[]> {
  const at = { file: file.path, side: 'head', line: lineOf(file, declared) } as const;
  const lock = await missingInLock(file.path, ecosystem, declared, tree);
  const unused = declared.runtime && (await isUnused(file.path, ecosystem, declared, tree));
  return [
    ...(lock === undefined
      ? []
      : [
          {
            rule: 'deps/not-in-lock',
            severity: 'important',
            message: `\`${declared.name}\` is declared here and absent from ${lock}: the next install takes whatever is newest, or fails where the lock file is frozen. Run the package manager once and commit the lock file.`,
            ...at,
          } as const,
        ]),
    ...(unused
      ? [
          {
            rule: 'deps/unused',
            severity: ecosystem === 'npm' ? 'important' : 'minor',
            message: `Nothing in the project mentions \`${declared.name}\`: it brings only risk. Use it in this change, or remove it.`,
            ...at,
          } as const,
        ]
      : []),
  ];
}

function lineOf({ head }: AnalyzedFile, { name }: Declared): number {
  const wanted = (line: string): boolean =>
    line.includes(name) || normal(line).includes(`"${name}`) || normal(line.trim()).startsWith(name);
  return 1 + (head?.lines.findIndex(wanted) ?? -1);
}

const locks: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
  python: ['uv.lock', 'poetry.lock', 'pdm.lock'],
  go: ['go.sum'],
};

/** The lock file that should hold the dependency and does not; undefined also where there is no lock file. */
async function missingInLock(
  path: string,
  ecosystem: Ecosystem,
  declared: Declared,
  tree: ProjectTree,
): Promise<string | undefined> {
  if (/^(workspace|file|link|portal|git|https?|catalog|npm|\.)/.test(declared.version)) return undefined;
  const lock = await tree.nearest(path, locks[ecosystem]);
  const text = lock === undefined ? undefined : await tree.text(lock);
  if (lock === undefined || text === undefined || !(await isLockedBy(lock, path, tree))) return undefined;
  const held =
    ecosystem === 'go'
      ? text.includes(`${declared.name} ${declared.version}`)
      : ecosystem === 'python'
        ? normal(text).includes(`name = "${declared.name}"`)
        : text.includes(declared.name);
  return held ? undefined : lock;
}

async function isUnused(path: string, ecosystem: Ecosystem, { name }: Declared, tree: ProjectTree): Promise<boolean> {
  if (ecosystem === 'npm') {
    const types = name.startsWith('@types/');
    const inScripts = ((await tree.text(path)) ?? '').split(name).length > 2;
    if (types || inScripts) return false;
    const found = await tree.mentions(
      (each) => each !== path && isSearched(each),
      (text) => text.includes(name),
    );
    return found === false;
  }
  const source = ecosystem === 'go' ? /\.go$/ : /\.(py|pyi|ipynb|cfg|ini|toml|ya?ml|txt|html)$/;
  const used = ecosystem === 'go' ? (text: string) => text.includes(name) : usesPython(name);
  const found = await tree.mentions((each) => each !== path && source.test(each) && !isLockFile(each), used);
  return found === false;
}

/** Imported, or spoken of in a string or a setting. */
function usesPython(name: string): (text: string) => boolean {
  const words = wordsFor(name)
    .map((word) => word.replace(/[^\w-]/g, '\\$&'))
    .join('|');
  const use = new RegExp(
    `^[ \\t]*(from|import)[ ][^\\n]*\\b(${words})|["'][^"'\\n]*\\b(${words})|^[ \\t]*[\\w.-]*(${words})\\b[^\\n()]*$`,
    'im',
  );
  return (text) => use.test(text);
}

function wordsFor(name: string): readonly string[] {
  const plain = name.replace(/-/g, '_');
  const known = modules[name];
  const short = plain.replace(/^(python|py)_?|_?(python|py)$/g, '');
  return [
    plain,
    name,
    ...(known === undefined ? [] : [known]),
    ...(short.length > 2 ? [short] : []),
    plain.split('_')[0] ?? plain,
  ];
}

/** Sources and settings; prose and other manifests mention what they do not use. */
function isSearched(path: string): boolean {
  return !isLockFile(path) && !/\.(md|mdx|txt|rst|svg|png|jpg|gif|ico|snap|map)$|(^|\/)(CHANGELOG|LICENSE)/i.test(path);
}
