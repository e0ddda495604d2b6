import type { AnalyzedFile, Hit } from '../analyzer.js';
import { isAddedLine } from '../../../domain/model/change.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { newlyOff, unlistedChecks } from './checks-unlisted.js';
import type { ChangeRule } from './fault-rule.js';
import { lostConfigs, lostStrictness } from './lost-configs.js';
import { lostSteps, makefiles, pipelines } from './lost-steps.js';

const doc: RuleDoc = {
  id: 'checks/config-weakened',
  role: 'auditor',
  severity: 'important',
  lesser: 'minor for a rule or linter newly listed as off',
  languages: 'any',
  title: 'A check of the project was switched off',
  why: 'What a check would have found goes in unseen, now and later. Silent on new configurations, on checks that moved, and on settings that got stricter.',
  remedy: 'Keep the check and mend what it finds, or say why the project no longer wants it.',
  example: '- "strict": true\n+ "strict": false',
};

export const checksConfigWeakened: ChangeRule = {
  doc,
  judge: async ({ input }) => {
    const changed = input.files.filter((file) => file.base !== undefined && file.head !== undefined);
    const unlisted = await Promise.all(changed.map(unlistedChecks));
    return [
      ...unlisted.flat(),
      ...changed.filter((file) => lintConfig.test(file.path) || file.path.endsWith('package.json')).flatMap(newlyOff),
      ...lostConfigs(input.files),
      ...lostStrictness(changed),
      ...changed.flatMap((file) => settingHits(file)),
      ...changed.flatMap((file) => scriptHits(file)),
      ...(await lostSteps(input)),
    ];
  },
};

interface Setting {
  readonly files: RegExp;
  /** A line that was there and one that is there now; `key` ties them together. */
  readonly strict: RegExp;
  readonly loose: RegExp;
}

const strictFlags =
  'strict|noImplicitAny|strictNullChecks|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|noImplicitThis|alwaysStrict|useUnknownInCatchVariables|noUncheckedIndexedAccess|exactOptionalPropertyTypes|noImplicitReturns|noFallthroughCasesInSwitch|noImplicitOverride|checkJs';
const lintConfig =
  /(^|\/)(\.eslintrc(\.\w+)?|eslint\.config\.\w+|\.?oxlintrc\.json|oxlint\.config\.\w+|biome\.jsonc?)$/;

const settings: readonly Setting[] = [
  {
    files: /(^|\/)tsconfig[\w.-]*\.json$/,
    strict: new RegExp(`^\\s*"(?<key>${strictFlags})":\\s*true`),
    loose: new RegExp(`^\\s*"(?<key>${strictFlags})":\\s*false`),
  },
  {
    files: lintConfig,
    strict: /^\s*["']?(?<key>[@\w/-]+)["']?:\s*\[?\s*["']?(error|2)\b/,
    loose: /^\s*["']?(?<key>[@\w/-]+)["']?:\s*\[?\s*["']?(off|0)\b/,
  },
  {
    files: /(^|\/)(pyproject\.toml|mypy\.ini|setup\.cfg)$/,
    strict:
      /^\s*(?<key>strict|disallow_untyped_defs|disallow_any_generics|check_untyped_defs|warn_return_any|no_implicit_optional|xfail_strict|strict_optional)\s*=\s*true/i,
    loose:
      /^\s*(?<key>strict|disallow_untyped_defs|disallow_any_generics|check_untyped_defs|warn_return_any|no_implicit_optional|xfail_strict|strict_optional)\s*=\s*false/i,
  },
];

function settingHits(file: AnalyzedFile): readonly Hit[] {
  return settings.flatMap(({ files, strict, loose }) => {
    if (!files.test(file.path)) return [];
    const before = keys(file, 'base', strict);
    return [...keys(file, 'head', loose)].flatMap(([key, line]) => {
      if (!before.has(key) || keys(file, 'head', strict).has(key) || !isAddedLine(file.entry, line)) return [];
      return [
        hit(
          file,
          line,
          `The check \`${key}\` was on and is now off. Keep it and mend what it finds, or say why the project no longer wants it.`,
        ),
      ];
    });
  });
}

function keys(file: AnalyzedFile, side: 'base' | 'head', pattern: RegExp): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [at, line] of (file[side]?.lines ?? []).entries()) {
    const key = pattern.exec(line)?.groups?.['key'];
    if (key !== undefined) found.set(key, at + 1);
  }
  return found;
}

const scripts =
  /(^|\/)(package\.json|justfile|Taskfile\.ya?ml|tox\.ini|noxfile\.py|\.husky\/[\w-]+|\.pre-commit-config\.yaml|(Docker|Container)file(\.[\w.-]+)?|[\w.-]+\.dockerfile)$/i;
const checking =
  '(?:npm|pnpm|yarn|bun) (?:run )?(?:test|lint|check|typecheck|build)[\\w:-]*|pytest|tox|nox|go (?:test|vet|build)|make (?:test|lint|check)|cargo test|eslint|tsc|jest|vitest|mypy|ruff(?: check)?|golangci-lint|mocha';

const commands = (path: string): boolean => scripts.test(path) || makefiles.test(path);

const loosening: readonly { readonly where: RegExp; readonly line: RegExp; readonly what: string }[] = [
  {
    where: pipelines,
    line: /^\s*-?\s*continue-on-error:\s*true\s*(#.*)?$/,
    what: 'A step that fails no longer fails the run (`continue-on-error: true`)',
  },
  {
    where: pipelines,
    line: /^\s*-?\s*allow_failure:\s*true\s*(#.*)?$/,
    what: 'A job that fails no longer fails the run (`allow_failure: true`)',
  },
  {
    where: pipelines,
    line: /^\s*-?\s*if:\s*(\$\{\{\s*)?false\b/,
    what: 'A step or job never runs any more (`if: false`)',
  },
  {
    where: /./,
    line: new RegExp(`(?:${checking})\\b[^|&;]*\\|\\|\\s*(?:true|:|exit 0|echo\\b)`),
    what: 'The command may fail without anybody noticing',
  },
  {
    where: makefiles,
    line: new RegExp(`^\\t[@+ ]*-[@+ ]*(?:${checking})\\b`),
    what: 'The recipe goes on when the command fails (`-` before it)',
  },
  {
    where: makefiles,
    line: new RegExp(`^\\t.*(?:${checking})\\b[^|&;]*;\\s*(?:true|:|exit 0)\\s*$`),
    what: 'The recipe passes whatever the command says',
  },
  {
    where: scripts,
    line: /["']?(pretest|test|lint|typecheck|check)["']?\s*:\s*["'](exit 0|true|echo\b[^"&|]*|:)["']/,
    what: 'The script no longer checks anything',
  },
  {
    where: /(^|\/)package\.json$/,
    line: /["'](pre|post)?(test|lint|types?|typecheck|check|ci)[\w:-]*["']\s*:\s*["'].*(\|\||;)\s*(true|exit 0|:|echo [^&|;]*)["']/,
    what: 'The script passes whatever it finds',
  },
  { where: /./, line: /--passWithNoTests\b/, what: 'A run that finds no test passes (`--passWithNoTests`)' },
  {
    where: /./,
    line: /\bgit (commit|push)\b.*--no-verify\b|\bHUSKY=0\b/,
    what: 'The hooks of the repository are left out',
  },
];

function scriptHits(file: AnalyzedFile): readonly Hit[] {
  if (!pipelines.test(file.path) && !commands(file.path)) return [];
  const old = new Set(file.base?.lines.map((line) => line.trim()));
  return (file.head?.lines ?? []).flatMap((line, at) => {
    if (old.has(line.trim()) || !isAddedLine(file.entry, at + 1)) return [];
    const found = loosening.find(({ where, line: pattern }) => where.test(file.path) && pattern.test(line));
    if (found === undefined || /^\s*#/.test(file.head?.lines[at - 1] ?? '') || /#\s*\S+ \S+/.test(line)) return [];
    return [
      hit(
        file,
        at + 1,
        `${found.what}. Keep the check and mend what it finds, or say in a comment why it may be left out.`,
      ),
    ];
  });
}

function hit(file: AnalyzedFile, line: number, message: string): Hit {
  return { rule: doc.id, severity: 'important', file: file.path, side: 'head', line, message };
}
