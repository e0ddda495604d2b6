import type { AnalyzedFile, Hit } from '../analyzer.js';

const rule = 'checks/config-weakened';

/** Files that hold nothing but the set-up of a check. */
const configs =
  /(^|\/)(\.eslintrc(\.\w+)?|eslint\.config\.\w+|\.?oxlintrc\.json|oxlint\.config\.\w+|biome\.jsonc?|\.golangci\.(ya?ml|toml|json)|\.pre-commit-config\.ya?ml|\.?ruff\.toml|\.flake8|\.pylintrc|\.?mypy\.ini|pyrightconfig\.json|\.shellcheckrc|\.stylelintrc(\.\w+)?)$/;
const homes = /(^|\/)(package\.json|pyproject\.toml|setup\.cfg|tox\.ini|deno\.jsonc?|prek\.toml|lefthook\.ya?ml)$/;

/** A check whose set-up was deleted, where no other configuration in the change can have taken it over. */
export function lostConfigs(files: readonly AnalyzedFile[]): readonly Hit[] {
  const heirs = files.some(
    ({ path, head, entry }) =>
      head !== undefined &&
      (entry.added ?? 0) > 0 &&
      (configs.test(path) || (homes.test(path) && isLintHome(path, files))),
  );
  if (heirs) return [];
  return files
    .filter(
      ({ path, head, base }) =>
        head === undefined && base !== undefined && configs.test(path) && !isNested(path, files),
    )
    .map(({ path }) => ({
      rule,
      severity: 'important',
      file: path,
      side: 'base',
      line: 0,
      message:
        'The set-up of this check was deleted and nothing in the change takes its place, so what it found goes in unseen. Keep it, or say what checks the project now.',
    }));
}

/** A folder that went as a whole takes its settings with it. */
function isNested(path: string, files: readonly AnalyzedFile[]): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return folder !== '' && files.filter((file) => file.head === undefined && file.path.startsWith(folder)).length > 1;
}

/** `package.json` and its like changed a line that names a checker. */
function isLintHome(path: string, files: readonly AnalyzedFile[]): boolean {
  const file = files.find((each) => each.path === path);
  const old = new Set(file?.base?.lines);
  return (file?.head?.lines ?? []).some(
    (line) =>
      !old.has(line) && /lint|biome|ruff|flake8|mypy|pyright|\bxo\b|standard|hook|prek|\bty\b|vp check/i.test(line),
  );
}

/** `"strict": true` that a project of TypeScript had and no longer says, while it extends what it extended before. */
export function lostStrictness(changed: readonly AnalyzedFile[]): readonly Hit[] {
  return changed.flatMap(({ path, base, head }): Hit[] => {
    if (!/(^|\/)tsconfig[\w.-]*\.json$/.test(path)) return [];
    const line = (base?.lines.findIndex((each) => /^\s*"strict":\s*true/.test(each)) ?? -1) + 1;
    const heir = (text: string | undefined): string | undefined => /"extends":[^\n]*/.exec(text ?? '')?.[0];
    if (line === 0 || /"strict"\s*:/.test(head?.text ?? '') || heir(base?.text) !== heir(head?.text)) return [];
    const message =
      'The check `strict` was on and is no longer asked for. Keep it and mend what it finds, or say why the project no longer wants it.';
    return [{ rule, severity: 'important', file: path, side: 'base', line, message }];
  });
}
