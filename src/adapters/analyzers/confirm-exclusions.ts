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
  const sizes = await frozen.blobSizes(candidates.map(presentBlob));
  const confirmed = await Promise.all(
    candidates.map(async (entry) => {
      const small = (sizes.get(presentBlob(entry)) ?? Infinity) <= largestMedia;
      const rule = await confirm(frozen, { entry, small }, byPath.get(entry.path) ?? []);
      return rule === undefined ? [] : [[entry.path, rule.name] as const];
    }),
  );
  return Object.fromEntries(confirmed.flat());
};

interface Candidate {
  readonly entry: ChangedFile;
  readonly small: boolean;
}

async function confirm(
  frozen: FrozenChange,
  candidate: Candidate,
  rules: readonly ExclusionRule[],
): Promise<ExclusionRule | undefined> {
  for (const rule of rules) {
    if (rule.content === undefined || (await isMediaEntry(frozen, candidate))) return rule;
  }
  return undefined;
}

async function isMediaEntry(frozen: FrozenChange, { entry, small }: Candidate): Promise<boolean> {
  const mode = entry.status === 'D' ? entry.oldMode : entry.newMode;
  if (mode !== '100644' || !small) return false;
  const bytes = await frozen.readBlob(presentBlob(entry));
  return bytes !== undefined && isMedia(entry.path, bytes);
}

/** What there is to look at: the content that came, or that went. */
function presentBlob({ status, oldBlob, newBlob }: ChangedFile): string {
  return status === 'D' ? oldBlob : newBlob;
}
