import type { Change } from '../../domain/model/change.js';
import type { ExclusionRule, PathFact } from '../../domain/model/policy.js';

/** Entries that need not be read, by path, with the rule that says so. */
export type Exclusions = Readonly<Record<string, string>>;

/**
 * What need not be read under other rules. Two answers where a rule asks for content that the journal does not hold: that it
 * applies to all such entries, and to none.
 */
export function exclusionsUnder(
  change: Change,
  recorded: Exclusions,
  pathFacts: readonly PathFact[],
): readonly Exclusions[] {
  if (pathFacts.every(({ excludable }) => excludable.length === 0)) return [{}];
  const rules = new Map(pathFacts.map(({ path, excludable }) => [path, excludable]));
  const entries = change.files.map((file) => {
    const excludable = rules.get(file.path) ?? [];
    return { path: file.path, sure: sureRule(excludable, recorded[file.path]), open: openRule(excludable) };
  });
  const named = (open: boolean) =>
    Object.fromEntries(
      entries.flatMap(({ path, sure, open: maybe }) => {
        const name = sure ?? (open ? maybe : undefined);
        return name === undefined ? [] : [[path, name] as const];
      }),
    );
  const [most, least] = [named(true), named(false)];
  return Object.keys(most).length === Object.keys(least).length ? [least] : [most, least];
}

/** A rule that asks for no content, or one that was found to hold when the change was reviewed. */
function sureRule(rules: readonly ExclusionRule[], recorded: string | undefined): string | undefined {
  return rules.find(({ name, content }) => content === undefined || name === recorded)?.name;
}

function openRule(rules: readonly ExclusionRule[]): string | undefined {
  return rules.find(({ content }) => content !== undefined)?.name;
}
