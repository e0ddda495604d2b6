import type { ConfirmExclusions } from '../../application/ports/exclusions.js';
import type { FrozenChange } from '../../application/ports/repository.js';
import type { ChangedFile } from '../../domain/model/change.js';
import type { ExclusionRule } from '../../domain/model/policy.js';
import { isMedia } from './media.js';

/** Only the first bytes tell a kind of media, but a blob is read whole: larger ones are not looked at. */
const largestMedia = 50 * 1024 * 1024;

/** Keeps the exclusions whose content agrees with the rule; what is refused is read like any other entry. */
export const confirmExclusions: ConfirmExclusions = async (frozen, facts) => {
  const byPath = new Map(facts.map((fact) => [fact.path, fact.excludable]));
  const candidates = frozen.change.files.filter(({ path }) => (byPath.get(path) ?? []).length > 0);
  const confirmed = await Promise.all(
    candidates.map(async (entry) => {
      const rule = await confirm(frozen, entry, byPath.get(entry.path) ?? []);
      return rule === undefined ? [] : [[entry.path, rule.name] as const];
    }),
  );
  return Object.fromEntries(confirmed.flat());
};

async function confirm(
  frozen: FrozenChange,
  entry: ChangedFile,
  rules: readonly ExclusionRule[],
): Promise<ExclusionRule | undefined> {
  for (const rule of rules) {
    if (rule.content === undefined || (await isMediaEntry(frozen, entry))) return rule;
  }
  return undefined;
}

async function isMediaEntry(frozen: FrozenChange, entry: ChangedFile): Promise<boolean> {
  const gone = entry.status === 'D';
  if ((gone ? entry.oldMode : entry.newMode) !== '100644') return false;
  const blob = gone ? entry.oldBlob : entry.newBlob;
  const size = (await frozen.blobSizes([blob])).get(blob);
  if (size === undefined || size > largestMedia) return false;
  const bytes = await frozen.readBlob(blob);
  return bytes !== undefined && isMedia(entry.path, bytes);
}
