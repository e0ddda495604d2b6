import type { ChangedFile } from '../../domain/model/change.js';
import type { Classification } from '../../domain/model/review.js';
import type { EntryContent } from './change-content.js';
import { visible } from './fence.js';
import { isTest } from './risk.js';

/** One line for each entry: git's facts, and why the content of one is not in any prompt. */
export function inventoryLines(contents: readonly EntryContent[]): readonly string[] {
  return contents.map((content) => `${line(content.file)}${remark(content)}`);
}

function line(file: ChangedFile): string {
  const from = file.oldPath === undefined ? '' : ` from ${visible(file.oldPath)} (${file.similarity ?? 0} % the same)`;
  const mode = file.status !== 'A' && file.status !== 'D' && file.oldMode !== file.newMode;
  const facts = [
    file.binary ? 'binary' : `+${file.added ?? 0} -${file.deleted ?? 0}`,
    ...(mode ? [`mode ${file.oldMode} to ${file.newMode}`] : []),
    ...(file.eolChange === undefined ? [] : [`line endings ${file.eolChange.from} to ${file.eolChange.to}`]),
    ...(file.newlineAtEof?.new === false ? ['no newline at the end'] : []),
  ];
  return `${file.status} ${visible(file.path)}${from}: ${facts.join(', ')}`;
}

function remark(content: EntryContent): string {
  switch (content.kind) {
    case 'text':
    case 'facts':
      return '';
    case 'excluded':
      return ` [not shown: excluded by the policy's rule ${content.rule}]`;
    case 'unreadable':
    case 'not_shown':
      return ` [not shown: ${content.reason}]`;
  }
}

/**
 * The inventory in at most `room` characters: whole where it fits, else what `first` names and one line for each directory, so
 * that the facts are never dropped for content (FAULTS loopover#9075).
 */
export function inventoryWithin(contents: readonly EntryContent[], room: number, first: ReadonlySet<string>): string {
  const lines = inventoryLines(contents);
  const whole = lines.join('\n');
  if (whole.length <= room) return whole;
  const own = lines.filter((_, index) => first.has(contents[index]?.file.path ?? ''));
  const others = contents.map(({ file }) => file).filter(({ path }) => !first.has(path));
  const short = [6, 4, 3, 2, 1, 0]
    .map((depth) => [...own, ...folderLines(others, depth)].join('\n'))
    .find((text) => text.length <= room);
  return (
    short ??
    folderLines(
      contents.map(({ file }) => file),
      0,
    ).join('\n')
  );
}

/** Files that this prompt does not show, counted by directory down to a depth. */
function folderLines(files: readonly ChangedFile[], depth: number): readonly string[] {
  const folders = new Map<string, { files: number; added: number; deleted: number }>();
  for (const { path, added, deleted } of files) {
    const folder = [...path.split('/').slice(0, -1).slice(0, depth), ''].join('/');
    const sum = folders.get(folder) ?? { files: 0, added: 0, deleted: 0 };
    folders.set(folder, {
      files: sum.files + 1,
      added: sum.added + (added ?? 0),
      deleted: sum.deleted + (deleted ?? 0),
    });
  }
  return [...folders].map(
    ([folder, sum]) => `${sum.files} more below ${visible(folder) || './'}: +${sum.added} -${sum.deleted}`,
  );
}

/** Facts that cost nothing, computed from the inventory. */
export function computedFacts(
  contents: readonly EntryContent[],
  { type, reason, ...paths }: Classification,
): readonly string[] {
  const files = contents.map(({ file }) => file);
  const sum = (of: (file: ChangedFile) => number | null): number =>
    files.reduce((all, file) => all + (of(file) ?? 0), 0);
  const count = (status: ChangedFile['status']): number => files.filter((file) => file.status === status).length;
  const tests = files.filter(isTest).length;
  return [
    `Type: ${type} (${visible(reason)})`,
    `${files.length} entries: ${count('A')} added, ${count('M')} modified, ${count('D')} deleted, ${count('R')} renamed, ${count('C')} copied, ${count('T')} of another kind; +${sum(({ added }) => added)} -${sum(({ deleted }) => deleted)} lines`,
    tests === 0 ? 'No test file is touched' : `${tests} of the entries are test files`,
    ...(paths.protectedPaths.length === 0 ? [] : [`Protected: ${paths.protectedPaths.map(visible).join(', ')}`]),
    ...(paths.sensitivePaths.length === 0 ? [] : [`Sensitive: ${paths.sensitivePaths.map(visible).join(', ')}`]),
  ];
}
