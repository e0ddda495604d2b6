import { refuse, type Refusal } from '../model/refusal.js';

/** Words that mean somebody or nobody in policies, seats, commands and reports; the embedded roles come from the caller. */
const reserved: ReadonlySet<string> = new Set([
  ...['human', 'person', 'people', 'nobody', 'none', 'anyone', 'anybody', 'everyone', 'everybody', 'all', 'any'],
  ...['me', 'self', 'you', 'unknown', 'default', 'latest', 'system', 'root', 'admin'],
  ...['agent', 'author', 'creator', 'committer', 'reviewer', 'embedded', 'countersign', 'policy'],
]);

const longest = 64;

/** A role as it is stored: kebab-case. Undefined when it cannot be one. */
export function kebabName(word: string): string | undefined {
  const name = word.trim().toLowerCase().replaceAll('_', '-');
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u.test(name) && name.length <= longest ? name : undefined;
}

/** The stored spelling of a name, `-` and `_` accepted (SPEC 3); refused when it cannot be one or means something already. */
export function agentName(word: string, roles: readonly string[]): string | Refusal {
  const name = kebabName(word);
  if (name === undefined)
    return refuse(
      'bad_name',
      `"${word}" cannot be the name of an agent or a person`,
      `use letters a to z, digits and single hyphens, a letter first, at most ${longest}: review-bot-2`,
    );
  if (reserved.has(name) || roles.includes(name))
    return refuse(
      'name_reserved',
      `"${name}" has a meaning of its own here`,
      'choose another name, e.g. one with a suffix',
    );
  return name;
}
