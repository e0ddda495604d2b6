import type { ChangedFile } from '../model/change.js';
import type { FileProof } from '../model/proof.js';
import type { Classification, TrivialProof } from '../model/review.js';
import { looksSecret } from './path-kinds.js';

type TrivialKind = Exclude<FileProof['kind'], 'code'>;

const absent = '000000';
const plainFile = '100644';

const single: Readonly<Record<TrivialKind, { type: string; proof: TrivialProof; what: string }>> = {
  docs: { type: 'update_readme', proof: 'docs_only', what: 'only documentation changed' },
  comments: { type: 'add_comment', proof: 'comments_only', what: 'only comments changed' },
  formatting: { type: 'update_formatting', proof: 'formatting_only', what: 'only formatting changed' },
};

export const trivialTypes: readonly string[] = Object.values(single).map(({ type }) => type);

/** What a change could be proved to be, as far as its inventory alone tells: nothing where an entry can't be trivial. */
export function trivialAtMost(
  files: readonly ChangedFile[],
): readonly Required<Pick<Classification, 'type' | 'reason' | 'proof'>>[] {
  if (files.some(cannotBeTrivial)) return [];
  return Object.values(single).map(({ type, proof, what: reason }) => ({ type, proof, reason }));
}

/** The kind whose type a mix takes: the one nearest to code first. */
const nearestToCode: readonly TrivialKind[] = ['comments', 'formatting', 'docs'];

/** A trivial type, only when every file of the change is proved; undefined otherwise. */
export function trivialByProof(
  files: readonly ChangedFile[],
  proofs: readonly FileProof[],
): Pick<Classification, 'type' | 'reason' | 'proof'> | undefined {
  const byPath = new Map(proofs.map((proof) => [proof.path, proof]));
  const kinds = new Set<TrivialKind>();
  for (const file of files) {
    const kind = byPath.get(file.path)?.kind ?? 'code';
    if (kind === 'code' || cannotBeTrivial(file)) return undefined;
    kinds.add(kind);
  }
  const kind = nearestToCode.find((each) => kinds.has(each));
  if (kind === undefined) return undefined;
  const { type, proof, what } = single[kind];
  if (kinds.size === 1) return { type, reason: `${what}, proved for every file`, proof };
  const mix = nearestToCode.filter((each) => kinds.has(each)).join(', ');
  return { type, reason: `no code changed, only ${mix}, proved for every file`, proof: 'no_code' };
}

/**
 * What no proof of its text makes trivial: executables, links, submodules, a change of mode, binaries, and files whose
 * name says that they hold a secret.
 */
function cannotBeTrivial(file: ChangedFile): boolean {
  const modes = [file.oldMode, file.newMode].filter((mode) => mode !== absent);
  const names = file.oldPath === undefined ? [file.path] : [file.path, file.oldPath];
  return file.binary || modes.some((mode) => mode !== plainFile) || names.some(looksSecret);
}
