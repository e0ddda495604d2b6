import type { Change, ChangedFile } from '../../../domain/model/change.js';
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
    ...pushed(change),
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

/** Where it was pushed to and not by whom: that would say whose work it is, which a blind first look is kept from. */
function pushed({ source, pushes }: Change): readonly string[] {
  if (source !== 'range' || pushes === undefined) return [];
  if (pushes.length === 0) return ['no log of this clone knows a push of it: who pushed it last is not known'];
  const refs = pushes.map(({ ref }) => ref.replace(/^refs\/remotes\//u, ''));
  return [`pushed from this clone to ${refs.join(', ')}; who pushed it last may not approve it`];
}

function modeChanged({ status, oldMode, newMode }: ChangedFile): boolean {
  return (status === 'M' || status === 'R' || status === 'T') && oldMode !== newMode;
}

function some(what: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`${what}: ${paths.join(', ')}`];
}
