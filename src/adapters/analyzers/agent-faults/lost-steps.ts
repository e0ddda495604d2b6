import { decode } from '../frame/decode.js';
import type { AnalysisInput, AnalyzedFile, Hit } from '../analyzer.js';

export const pipelines =
  /(^|\/)(\.github\/(workflows|actions)\/.+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml)$/;

export const makefiles = /(^|\/)((GNU)?makefile(\.\w+)?|[\w.-]+\.mk)$/i;

interface Place {
  readonly name: string;
  /** Files in which a step can be lost. */
  readonly files: (path: string) => boolean;
  /** Files in which it may be done instead: a recipe that nobody starts takes the place of no step of a pipeline. */
  readonly instead: (path: string) => boolean;
}

const isPipeline = (path: string): boolean => pipelines.test(path);
const isMakefile = (path: string): boolean => makefiles.test(path);
const places: readonly Place[] = [
  { name: 'pipeline', files: isPipeline, instead: isPipeline },
  { name: 'makefile', files: isMakefile, instead: (path) => isPipeline(path) || isMakefile(path) },
];

interface Kind {
  /** A line that does it. */
  readonly step: RegExp;
  /** Words of lines that may do it, through an action, another workflow or a task runner. */
  readonly hint: RegExp;
  readonly what: string;
}

const runs = '(?:run:|uses:|^\\s*-|^)\\s*.*\\b';
const kinds: readonly Kind[] = [
  {
    step: new RegExp(
      `${runs}(?:(?:npm|pnpm|yarn|bun) (?:run )?test[\\w:-]*|pytest|tox|nox|go test|make test|cargo test|jest|vitest|mocha|ava)\\b`,
    ),
    hint: /\btests?\b/i,
    what: 'ran the tests',
  },
  {
    step: new RegExp(
      `${runs}(?:(?:npm|pnpm|yarn|bun) (?:run )?(?:lint|typecheck|type-check|check)[\\w:-]*|eslint|oxlint|biome|tsc|mypy|pyright|ruff|flake8|pylint|golangci-lint[\\w-]*|staticcheck|go vet|make (?:lint|check|vet)|pre-commit)\\b`,
    ),
    hint: /lint|\bxo\b|types?-?check|mypy|pyright|ruff|biome|flake8|pre-commit|staticcheck|\bvet\b|\bcheck(?!out)|\btsc\b|(npm|pnpm|yarn|bun) (run (ci|all|verify)|(run )?(test|t))\b|\b(tox|nox|make (all|ci|verify))\b/i,
    what: 'looked for mistakes with a linter or type checker',
  },
];

/** What pipelines and makefiles of the base did, and none of the head does. */
export async function lostSteps(input: AnalysisInput): Promise<readonly Hit[]> {
  return (await Promise.all(places.map((place) => lostIn(place, input)))).flat();
}

async function lostIn(place: Place, input: AnalysisInput): Promise<readonly Hit[]> {
  const changed = input.files.filter(({ path }) => place.files(path));
  if (!changed.some(({ base, head }) => base !== undefined && head !== undefined)) return [];
  const hits: Hit[] = [];
  for (const kind of kinds) {
    const lost = firstStep(changed, kind);
    if (lost === undefined || (await isDone(place, input, kind))) continue;
    hits.push({
      rule: 'checks/config-weakened',
      severity: 'important',
      side: 'base',
      ...lost,
      message: `The ${place.name} ${kind.what} here and no longer does. Keep the step, or name the place where that happens now.`,
    });
  }
  return hits;
}

/** What a target does, not what it is called or needs. */
const isRecipe = (line: string): boolean => /^\t[@+ -]*[^#@+ -]/.test(line);
const active = (line: string): boolean => !/^\s*#|^\s*-?\s*name:/.test(line);

function firstStep(files: readonly AnalyzedFile[], { step }: Kind): { file: string; line: number } | undefined {
  for (const { path, base, head } of files) {
    if (head === undefined) continue;
    const isStep = makefiles.test(path) ? isRecipe : active;
    const at = (base?.lines ?? []).findIndex((line) => isStep(line) && step.test(line));
    if (at >= 0) return { file: path, line: at + 1 };
  }
  return undefined;
}

function does(path: string, lines: readonly string[], { step, hint }: Kind): boolean {
  if (makefiles.test(path)) return lines.some((line) => isRecipe(line) && (step.test(line) || hint.test(line)));
  return lines.some(
    (line) => active(line) && (step.test(line) || (hint.test(line) && /(uses|run|script):/.test(line))),
  );
}

/** The head does it, in a changed file or in one that was left as it is. */
async function isDone({ instead }: Place, { packet, files }: AnalysisInput, kind: Kind): Promise<boolean> {
  if (files.some(({ path, head }) => instead(path) && does(path, head?.lines ?? [], kind))) return true;
  const changed = new Set(files.map(({ path }) => path));
  const others = (await packet.frozen.listTree('head')).filter(({ path }) => instead(path) && !changed.has(path));
  for (const { path } of others) {
    const bytes = await packet.frozen.readFile('head', path);
    const source = bytes === undefined ? undefined : decode(bytes);
    if (source !== undefined && 'text' in source && does(path, source.lines, kind)) return true;
  }
  return false;
}
