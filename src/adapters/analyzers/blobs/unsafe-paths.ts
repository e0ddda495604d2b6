import type { ChangedFile } from '../../../domain/model/change.js';
import { isGitDirectoryName } from '../../../domain/model/git-directory-name.js';
import type { Analyzer, Hit } from '../analyzer.js';

const reordering = /[\u202a-\u202e\u2066-\u2069]/u;

/** Names that lead elsewhere than they stand or that people read otherwise. Git checks out none of the first; an archive of the tree may. */
export const unsafePaths: Analyzer = {
  name: 'paths',
  role: 'auditor',
  compares: 'itself',
  rules: ['blob/unsafe-path'],
  applies: ({ packet }) => packet.frozen.change.files.some((entry) => objectionTo(entry) !== undefined),
  analyze: ({ packet }) => {
    const hits = packet.frozen.change.files.flatMap((entry): Hit[] => {
      const message = objectionTo(entry);
      const at = { file: entry.path, side: 'head', line: 0 } as const;
      return message === undefined ? [] : [{ rule: 'blob/unsafe-path', severity: 'important', message, ...at }];
    });
    return Promise.resolve({ hits, read: [], failed: [], notChecked: [] });
  },
};

function objectionTo({ path, oldPath, status }: ChangedFile): string | undefined {
  if (status === 'D' || (status === 'M' && oldPath === undefined)) return undefined;
  const names = path.split('/');
  if (names.some((name) => name === '.' || name === '..'))
    return 'The path goes up in the tree: whoever unpacks it writes to a place of its own choice. Rename it.';
  if (names.some(isGitDirectoryName))
    return 'The path names a git directory, or what some file system takes for one: what stands there is run by git. Rename it.';
  // As the inventory writes a character that would not be seen.
  return reordering.test(path) || /\\u(202[a-e]|206[6-9])/i.test(path)
    ? 'The name holds a character that reorders text, so that people read another one. Rename it.'
    : undefined;
}
