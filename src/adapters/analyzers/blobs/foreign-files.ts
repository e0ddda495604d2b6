import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { generatedBy } from '../generated.js';
import { isLockFile } from '../lock-file.js';
import { isProgram } from '../language.js';

/** Above this many bytes a machine-written file weighs on every clone. */
const huge = 1_000_000;
const vendorFolder = /^(.*\/)?(node_modules|bower_components|vendor|third_party|site-packages|\.venv|venv)\//;
const installed = /(^|\/)(node_modules|bower_components|site-packages|\.venv|venv)\/$/;

/** Files that nobody of the project wrote: built, minified, or copied from another project. */
export const foreignFiles: Analyzer = {
  name: 'generated and vendored files',
  role: 'auditor',
  compares: 'itself',
  rules: ['blob/generated', 'blob/vendored'],
  applies: ({ packet }) => packet.frozen.change.files.some(({ status }) => status === 'A'),
  analyze,
};

async function analyze({ packet, files }: AnalysisInput): Promise<AnalysisResult> {
  const roots = new Map<string, string>();
  for (const { path, status } of packet.frozen.change.files) {
    const root = vendorFolder.exec(path)?.[0];
    if (status === 'A' && root !== undefined && !roots.has(root) && packet.exclusions[path] === undefined) {
      roots.set(root, path);
    }
  }
  const before = roots.size === 0 ? [] : await packet.frozen.listTree('base');
  const vendored = [...roots].flatMap(([root, path]): Hit[] =>
    before.some((entry) => entry.path.startsWith(root)) ? [] : [vendoredHit(root, path)],
  );
  const added = files.filter(({ entry, path }) => entry.status === 'A' && !vendorFolder.test(path));
  return {
    hits: [...vendored, ...added.flatMap(generatedHits)],
    read: files.map(({ path }) => path),
    failed: [],
    notChecked: [],
  };
}

function vendoredHit(root: string, path: string): Hit {
  const severe = installed.test(root);
  const message = severe
    ? `\`${root}\` holds what a package manager installs: nobody reviews it, and it shadows the lock file. Ignore the folder and keep the lock file.`
    : `\`${root}\` is new and holds other people's code: say where it came from and which version it is, or depend on it.`;
  return {
    rule: 'blob/vendored',
    severity: severe ? 'important' : 'minor',
    file: path,
    side: 'head',
    line: 0,
    message,
  };
}

/** A header that says so marks a file well enough; a minified or huge one without a mark is for nobody to read. */
function generatedHits({ path, head, language, isTest }: AnalyzedFile): Hit[] {
  if (head === undefined || isTest || isLockFile(path) || /\.(map|svg|snap|min\.\w+)$/.test(path)) return [];
  const marked = generatedBy(head);
  const builtFolder = /(^|\/)(dist|build|out|lib|public|static|assets)\//.test(path);
  if (marked === 'minified' && (isProgram(language) || language === 'css') && !builtFolder) {
    const message =
      'The file is minified: nobody can review it. Commit its source, or name it `.min.js` beside where it came from.';
    return [{ rule: 'blob/generated', severity: 'minor', file: path, side: 'head', line: 0, message }];
  }
  if (head.text.length <= huge) return [];
  const message = `${Math.round(head.text.length / 1000)} kB of ${marked === undefined ? 'text' : 'generated text'}: it weighs on every clone for ever. Generate it in the build, or keep it elsewhere.`;
  return [{ rule: 'blob/generated', severity: 'minor', file: path, side: 'head', line: 0, message }];
}
