import { decode } from '../frame/decode.js';
import type { AnalysisInput, AnalyzedFile, Hit } from '../analyzer.js';

export const pipelines =
  /(^|\/)(\.github\/(workflows|actions)\/.+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml)$/;

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

/** What pipelines of the base did, and no pipeline of the head does. */
export async function lostSteps(input: AnalysisInput): Promise<readonly Hit[]> {
  const changed = input.files.filter(({ path }) => pipelines.test(path));
  if (!changed.some(({ base, head }) => base !== undefined && head !== undefined)) return [];
  const hits: Hit[] = [];
  for (const kind of kinds) {
    const lost = firstStep(changed, kind);
    if (lost === undefined || isDone(changed, kind) || (await isDoneElsewhere(input, kind))) continue;
    hits.push({
      rule: 'checks/config-weakened',
      severity: 'important',
      side: 'base',
      ...lost,
      message: `The pipeline ${kind.what} here and no longer does. Keep the step, or name the place where that happens now.`,
    });
  }
  return hits;
}

const active = (line: string): boolean => !/^\s*#|^\s*-?\s*name:/.test(line);

function firstStep(files: readonly AnalyzedFile[], { step }: Kind): { file: string; line: number } | undefined {
  for (const { path, base, head } of files) {
    if (head === undefined) continue;
    const at = (base?.lines ?? []).findIndex((line) => active(line) && step.test(line));
    if (at >= 0) return { file: path, line: at + 1 };
  }
  return undefined;
}

function isDone(files: readonly AnalyzedFile[], kind: Kind): boolean {
  return files.some(({ head }) => does(head?.lines ?? [], kind));
}

function does(lines: readonly string[], { step, hint }: Kind): boolean {
  return lines.some(
    (line) => active(line) && (step.test(line) || (hint.test(line) && /(uses|run|script):/.test(line))),
  );
}

/** An unchanged pipeline does it already. */
async function isDoneElsewhere({ packet, files }: AnalysisInput, kind: Kind): Promise<boolean> {
  const changed = new Set(files.map(({ path }) => path));
  const others = (await packet.frozen.listTree('head')).filter(
    ({ path }) => pipelines.test(path) && !changed.has(path),
  );
  for (const { path } of others) {
    const bytes = await packet.frozen.readFile('head', path);
    const source = bytes === undefined ? undefined : decode(bytes);
    if (source !== undefined && 'text' in source && does(source.lines, kind)) return true;
  }
  return false;
}
