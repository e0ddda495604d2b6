import { posix } from 'node:path';
import type { Packet } from '../../../application/ports/reviewer.js';
import type { ChangedFile } from '../../../domain/model/change.js';
import { isGitDirectoryName } from '../../../domain/model/git-directory-name.js';
import type { AnalysisInput, AnalysisResult, Analyzer, Hit } from '../analyzer.js';
import { hasMediaName, isMedia } from '../media.js';

/** Links, modes and disguises: what an entry is, apart from what its text says. */
export const entryKinds: Analyzer = {
  name: 'kinds of entries',
  role: 'auditor',
  compares: 'itself',
  rules: ['blob/symlink-escape', 'blob/executable', 'blob/disguised'],
  applies: ({ packet }) => packet.frozen.change.files.some((entry) => isOdd(packet, entry)),
  analyze,
};

function isOdd(packet: Packet, entry: ChangedFile): boolean {
  return entry.newMode === '120000' || becameExecutable(entry) || promisesMedia(packet, entry);
}

/** Whoever excluded the entry as media looked at its bytes already. */
function promisesMedia(packet: Packet, { path, status }: ChangedFile): boolean {
  return status !== 'D' && hasMediaName(path) && packet.exclusions[path] === undefined;
}

function becameExecutable({ newMode, oldMode }: ChangedFile): boolean {
  return newMode === '100755' && oldMode !== '100755';
}

async function analyze({ packet }: AnalysisInput): Promise<AnalysisResult> {
  const entries = packet.frozen.change.files.filter((entry) => isOdd(packet, entry));
  const hits = await Promise.all(entries.map((entry) => hitsOf(packet, entry)));
  return { hits: hits.flat(), read: [], failed: [], notChecked: [] };
}

async function hitsOf(packet: Packet, entry: ChangedFile): Promise<Hit[]> {
  const bytes = await packet.frozen.readBlob(entry.newBlob);
  if (bytes === undefined) return [];
  const at = { file: entry.path, side: 'head', line: 0 } as const;
  if (entry.newMode === '120000') {
    const target = new TextDecoder().decode(bytes);
    const message = escape(entry.path, target);
    return message === undefined ? [] : [{ rule: 'blob/symlink-escape', severity: 'important', message, ...at }];
  }
  const hits: Hit[] = [];
  if (becameExecutable(entry) && !isScript(bytes)) {
    const binary = bytes.includes(0);
    const message = binary
      ? 'A binary became executable: nobody can read what it does. Build it from source, or publish it elsewhere with a checksum.'
      : 'The file became executable, but is no script: it has no `#!` line. Clear the executable bit.';
    hits.push({ rule: 'blob/executable', severity: binary ? 'important' : 'minor', message, ...at });
  }
  if (promisesMedia(packet, entry) && bytes.length > 0 && !isPointer(bytes) && !isMedia(entry.path, bytes)) {
    const message =
      'Named like an image, font, audio or video file, but its bytes are none. Rename it to what it is, or remove it.';
    hits.push({ rule: 'blob/disguised', severity: 'important', message, ...at });
  }
  return hits;
}

/** Where a link leads, when it leads out of the tree or into git's own files. */
function escape(path: string, target: string): string | undefined {
  const resolved = posix.normalize(posix.join(posix.dirname(path), target));
  if (target.startsWith('/') || /^[A-Za-z]:|^\\/.test(target) || resolved === '..' || resolved.startsWith('../')) {
    return `The link leads out of the repository, to \`${target}\`: whoever follows it reads or writes somebody's own files. Link within the tree.`;
  }
  if (/(^|\/)(?!\.{1,2}\/)[^/]+\/(.*\/)?\.\.(\/|$)/.test(target)) {
    return `The link goes up again after a name, to \`${target}\`: where that name is a link itself, it leads out of the repository. Link without a detour.`;
  }
  return resolved.split('/').some(isGitDirectoryName)
    ? `The link leads into git's own files, to \`${target}\`: writing through it changes what git runs. Remove it.`
    : undefined;
}

function isScript(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}

/** A pointer of Git LFS stands for the media itself. */
function isPointer(bytes: Uint8Array): boolean {
  return bytes.length < 400 && new TextDecoder().decode(bytes).startsWith('version https://git-lfs.github.com/spec/');
}
