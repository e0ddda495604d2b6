import type { FrozenChange } from '../../../application/ports/repository.js';
import type { TrivialityProver } from '../../../application/ports/prover.js';
import type { ChangedFile } from '../../../domain/model/change.js';
import type { FileProof } from '../../../domain/model/proof.js';
import { detectLanguage } from '../detect-language.js';
import { decode, maxTextBytes } from '../frame/decode.js';
import { bringsSecret } from '../secrets/brings-secret.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { notProse, runsFromProse } from './prose.js';
import { compareTrees } from './same-program.js';
import { deceives } from './steering.js';

/** Proves on the content of both sides that an entry changed nothing but comments, layout or prose (SPEC 5.2). */
export function trivialityProver(): TrivialityProver {
  return {
    prove: async (frozen) => {
      const blobs = frozen.change.files
        .filter((entry) => modeTrouble(entry) === undefined)
        .flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]);
      const contents: Contents = { frozen, sizes: await frozen.blobSizes(blobs) };
      return Promise.all(frozen.change.files.map((entry) => proveEntry(contents, entry)));
    },
  };
}

/** Sizes are asked for all at once: each question is a process. */
interface Contents {
  readonly frozen: FrozenChange;
  readonly sizes: ReadonlyMap<string, number>;
}

type Proved = Pick<FileProof, 'kind' | 'reason'>;

async function proveEntry(contents: Contents, entry: ChangedFile): Promise<FileProof> {
  const byMode = modeTrouble(entry);
  if (byMode !== undefined) return { path: entry.path, ...code(byMode) };
  const prose = notProse(entry.path) ?? (entry.oldPath === undefined ? undefined : notProse(entry.oldPath));
  const proved = prose === undefined ? await proveProse(contents, entry) : await proveProgram(contents, entry, prose);
  return { path: entry.path, ...proved };
}

function code(reason: string): Proved {
  return { kind: 'code', reason };
}

/** Prose and comments leak a credential as well as code does: the reviewers have to see it. */
function secretReason(kind: string): string {
  return `it brings what looks like a real ${kind}`;
}

function modeTrouble({ status, oldMode, newMode, binary }: ChangedFile): string | undefined {
  if (binary) return 'binary content';
  const modes = [oldMode, newMode].filter((mode) => mode !== '000000');
  if (modes.some((mode) => !mode.startsWith('100'))) return 'not a plain file';
  if (status === 'T' || new Set(modes).size > 1) return 'the file mode changed';
  return undefined;
}

async function proveProse(contents: Contents, entry: ChangedFile): Promise<Proved> {
  if ([entry.oldMode, entry.newMode].includes('100755')) return code('prose that is executable');
  const [base, head] = await Promise.all([readSide(contents, entry.oldBlob), readSide(contents, entry.newBlob)]);
  for (const side of [base, head]) if ('unreadable' in side) return code(side.unreadable);
  const [old, now] = [textOf(base), textOf(head)];
  const active = runsFromProse(entry.path, old, now);
  if (active !== undefined) return code(active);
  if (deceives(addedText(old, now))) return code('it brings control or direction characters');
  const secret = await bringsSecret(entry.path, old, now);
  if (secret !== undefined) return code(secretReason(secret));
  return { kind: 'docs', reason: 'prose that nothing executes or obeys' };
}

async function proveProgram(contents: Contents, entry: ChangedFile, notDocs: string): Promise<Proved> {
  if (entry.status !== 'M') return code(`${notDocs}, and the file was added, deleted or renamed`);
  const [base, head] = await Promise.all([readSide(contents, entry.oldBlob), readSide(contents, entry.newBlob)]);
  for (const side of [base, head]) if ('unreadable' in side) return code(side.unreadable);
  const [old, now] = [textOf(base), textOf(head)];
  if (old.startsWith(byteOrderMark) !== now.startsWith(byteOrderMark)) return code('a byte order mark came or went');
  const language = detectLanguage(entry.path, now.split('\n', 1)[0] ?? '');
  const trees = [await parseSource(language, unmarked(old)), await parseSource(language, unmarked(now))] as const;
  if (!isTree(trees[0]) || !isTree(trees[1])) {
    const why = trees.flatMap((tree) => (isTree(tree) ? [] : [tree.unparsed]));
    return code(`${notDocs}, and ${why[0] ?? 'not parsed'}`);
  }
  const comparison = compareTrees(trees[0], trees[1]);
  if ('differs' in comparison) return code(comparison.differs);
  const secret = await bringsSecret(entry.path, old, now);
  if (secret !== undefined) return code(secretReason(secret));
  return comparison.same === 'comments'
    ? { kind: 'comments', reason: 'the syntax trees without comments are equal, and no tool obeys a changed comment' }
    : { kind: 'formatting', reason: 'the token sequences and syntax trees are equal' };
}

const byteOrderMark = '\ufeff';

function unmarked(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

type SideText = { readonly text: string } | { readonly unreadable: string };

/** A side that does not exist is empty. */
async function readSide({ frozen, sizes }: Contents, blob: string): Promise<SideText> {
  if (/^0+$/.test(blob)) return { text: '' };
  const size = sizes.get(blob);
  if (size === undefined) return { unreadable: 'the object is missing' };
  if (size > maxTextBytes) return { unreadable: `${size} bytes are too many to prove anything` };
  const bytes = await frozen.readBlob(blob);
  if (bytes === undefined) return { unreadable: 'the object is missing' };
  const decoded = decode(bytes);
  if ('unreadable' in decoded) return decoded;
  return { text: hasByteOrderMark(bytes) ? byteOrderMark + decoded.text : decoded.text };
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function textOf(side: SideText): string {
  return 'text' in side ? side.text : '';
}

function addedText(base: string, head: string): string {
  const old = new Set(base.split('\n'));
  return head
    .split('\n')
    .filter((line) => !old.has(line))
    .join('\n');
}
