import type { ChangedFile } from '../../../domain/model/change.js';
import type { Review } from '../../../domain/model/review.js';
import type { MaterialContent } from './material.js';

/** What is computed from the change alone, in sentences: no analyzer's and no reviewer's opinion. */
export function factsOf(
  { change, classification, exclusions, policy }: Review,
  content: MaterialContent,
): readonly string[] {
  const { files, notes } = change;
  const { protectedPaths, sensitivePaths } = classification;
  const excluded = files.filter(({ path }) => exclusions[path] !== undefined);
  return [
    size(files),
    ...(policy.source === 'default' ? ['the base has no policy file: the default policy is in force'] : []),
    ...some('protected', protectedPaths),
    ...some('sensitive', sensitivePaths),
    ...some(
      'mode changed',
      files.filter(modeChanged).map(({ path, oldMode, newMode }) => `${path} (${oldMode} to ${newMode})`),
    ),
    ...some(
      'line ends changed',
      files.flatMap(({ path, eolChange }) =>
        eolChange === undefined ? [] : [`${path} (${eolChange.from} to ${eolChange.to})`],
      ),
    ),
    ...some(
      'binary',
      files.filter(({ binary }) => binary).map(({ path }) => path),
    ),
    ...some(
      'excluded by rule',
      excluded.map(({ path }) => `${path} (${exclusions[path] ?? ''})`),
    ),
    ...some('guidelines too long to be shown', content.guidelinesLeftOut),
    ...notes,
  ];
}

function size(files: readonly ChangedFile[]): string {
  const lines = (side: 'added' | 'deleted') => files.reduce((sum, file) => sum + (file[side] ?? 0), 0);
  const count = `${files.length} ${files.length === 1 ? 'entry' : 'entries'}`;
  return `${count}, ${lines('added')} lines added, ${lines('deleted')} deleted`;
}

function modeChanged({ status, oldMode, newMode }: ChangedFile): boolean {
  return (status === 'M' || status === 'R' || status === 'T') && oldMode !== newMode;
}

function some(what: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`${what}: ${paths.join(', ')}`];
}
