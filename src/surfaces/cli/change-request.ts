import type { ReviewRequest } from '../../application/application.js';
import type { ChangeRequest } from '../../application/ports/repository.js';
import { refuse } from '../../domain/model/refusal.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Call } from './context.js';
import { flag, type Options, text, texts } from './options.js';

/** Reads which change is meant and how it is to be reviewed. Options that contradict each other are refused. */
export function reviewRequest(call: Call): ReviewRequest | Refusal {
  const change = changeRequest(call.args[0], call.options);
  if ('refused' in change) return change;
  const scope = texts(call.options, 'scope');
  const fix = fixAsked(call.options);
  if (fix !== undefined && 'refused' in fix) return fix;
  const panel = names(text(call.options, 'panel'));
  return {
    change,
    noSkip: call.options['skip'] === false,
    ...given(call.options, 'type'),
    ...given(call.options, 'creator'),
    ...given(call.options, 'protocol'),
    ...given(call.options, 'autonomy'),
    ...(scope.length === 0 ? {} : { scope }),
    ...(panel.length === 0 ? {} : { panel }),
    ...(fix === undefined ? {} : { fix }),
  };
}

/** --fix-by and --apply say how --fix is done, and are nothing without it. */
function fixAsked(options: Options): ReviewRequest['fix'] | Refusal {
  const apply = flag(options, 'apply');
  if (flag(options, 'fix')) return { apply, ...namedBy(text(options, 'fixBy')) };
  const alone = apply ? '--apply' : text(options, 'fixBy') === undefined ? undefined : '--fix-by';
  return alone === undefined ? undefined : refuse('usage', `${alone} says nothing without --fix`, 'Add --fix.');
}

function namedBy(value: string | undefined): { readonly by?: string } {
  return value === undefined ? {} : { by: value };
}

/** Names between commas. */
function names(list: string | undefined): readonly string[] {
  const all = (list ?? '').split(',').map((name) => name.trim().toLowerCase().replaceAll('_', '-'));
  return [...new Set(all)].filter((name) => name !== '');
}

function given<Name extends string>(options: Options, name: Name): Partial<Record<Name, string>> {
  const value = text(options, name);
  const found: Partial<Record<Name, string>> = {};
  if (value !== undefined) found[name] = value;
  return found;
}

/** The change that RANGE, --base, --staged or --worktree names; at most one of them. */
export function changeRequest(range: string | undefined, options: Options): ChangeRequest | Refusal {
  const base = text(options, 'base');
  const asked: readonly (readonly [string, ChangeRequest])[] = [
    ...(range === undefined ? [] : [[`the range ${range}`, { kind: 'range', range }] as const]),
    ...(base === undefined ? [] : [['--base', { kind: 'base', base }] as const]),
    ...(flag(options, 'staged') ? [['--staged', { kind: 'staged' }] as const] : []),
    ...(flag(options, 'worktree') ? [['--worktree', { kind: 'worktree' }] as const] : []),
  ];
  if (asked.length > 1) {
    const words = asked.map(([word]) => word);
    return refuse(
      'usage',
      `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''} name different changes`,
      'Give one of RANGE, --base REF, --staged or --worktree.',
    );
  }
  return asked[0]?.[1] ?? { kind: 'default' };
}
