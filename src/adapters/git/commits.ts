import type { Commit } from '../../domain/model/change.js';
import { mustGit } from './git-process.js';
import type { ObjectReader } from './object-reader.js';
import { inView, type View } from './view.js';

/** What the change needs to know of a commit, out of the object itself: never of a graph file or a graft. */
export interface RawCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** As `listCommits` tells of it; undefined where its text holds what only git knows how to show. */
  readonly listed?: Commit;
}

/** `revision` may be any name git knows; of an annotated tag the commit it stands for. */
export async function readCommit(
  objects: ObjectReader,
  revision: string,
): Promise<RawCommit | 'missing' | 'ambiguous'> {
  const chunks: Buffer[] = [];
  let type = '';
  const answer = await objects.read(revision, {
    start: (header) => (type = header.type),
    // A revision may also name a blob of any size, which is not wanted.
    chunk: (bytes) => (type === 'commit' ? chunks.push(bytes) : undefined),
  });
  if (typeof answer === 'string') return answer;
  // Not at once: `:/words^{commit}` would search for the suffix too.
  if (type === 'tag') return readCommit(objects, `${answer.id}^{commit}`);
  return type === 'commit' ? parseCommit(answer.id, Buffer.concat(chunks).toString('latin1')) : 'missing';
}

function parseCommit(id: string, text: string): RawCommit {
  const head = (text.split('\n\n', 1)[0] ?? '').split('\n');
  const tree = head[0]?.startsWith('tree ') === true ? head[0].slice(5) : '';
  const parents: string[] = [];
  for (const line of head.slice(1)) {
    if (!line.startsWith('parent ')) break;
    parents.push(line.slice(7));
  }
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw new Error(`Commit ${id} has no tree line.`);
  const listed = plainCommit(id, Buffer.from(text, 'latin1').toString('utf8'));
  return { id, tree, parents, ...(listed && { listed }) };
}

const person = /^(?:author|committer) (\S|\S[^<>]*\S) <(\S+)> \d+ [+-]\d{4}$/u;

/** Without an encoding of its own, a signature or anything else but the four headers. */
function plainCommit(id: string, text: string): Commit | undefined {
  const end = text.indexOf('\n\n');
  const headers = end < 0 || text.includes('\0') ? [] : text.slice(0, end).split('\n');
  const people = headers.filter((line) => !/^(?:tree|parent) /.test(line)).map((line) => person.exec(line));
  const [author, committer, ...others] = people;
  if (!author || !committer || others.length > 0) return undefined;
  const [, name = '', email = ''] = author;
  const [, by = '', byEmail = ''] = committer;
  const message = text.slice(end + 2).replace(/\n+$/, '');
  return { id, author: { name, email }, committer: { name: by, email: byEmail }, message };
}

const fields = ['%H', '%an', '%ae', '%cn', '%ce', '%B'];

/** Commits that `head` has and `base` lacks, newest first; all of `head`'s history without a base. */
export async function listCommits(view: View, head: string, base?: string): Promise<Commit[]> {
  const range = base === undefined ? [head] : [head, `^${base}`];
  const format = `--format=tformat:${fields.join('%x00')}`;
  const flags = ['-z', '--encoding=UTF-8', '--no-show-signature', '--no-notes', '--no-color', '--no-mailmap'];
  const { stdout } = await mustGit(inView(view, 'log', ...flags, format, ...range, '--'));
  const values = stdout.toString('utf8').split('\0');
  const commits: Commit[] = [];
  for (let at = 0; at + fields.length <= values.length; at += fields.length) {
    const [id = '', name = '', email = '', committer = '', committerEmail = '', message = ''] = values.slice(
      at,
      at + fields.length,
    );
    commits.push({
      id,
      author: { name, email },
      committer: { name: committer, email: committerEmail },
      message: message.replace(/\n+$/, ''),
    });
  }
  return commits;
}
