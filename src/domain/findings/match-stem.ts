const endings: readonly (readonly [RegExp, string])[] = [
  [/(?:ies|ied)$/u, 'y'],
  [/(?<=ss|x|ch|sh)es$/u, ''],
  [/(?<=[^suis])s$/u, ''],
  [/(?:ically|ations?|ators?|ating|ated|ates?|ative)$/u, 'at'],
  [/(?:izations?|izing|ized|izes?|izers?|isation|ising|ised|ise)$/u, 'iz'],
  [/(?:ments?|ness|fully|lessly)$/u, ''],
  [/(?:ibility|ability|ible|able|ibly|ably)$/u, 'abl'],
  [/(?:ions?|ing|ings|ed|ers?|ors?|ly|ity|ence|ance|ent|ant|al|ive)$/u, ''],
];

/**
 * Cuts the inflection and the commonest derivations off a lower-case English word, so that `checks`, `checking` and
 * `checked` meet. Every step leaves four letters or more. Light on purpose: a wrong meeting costs more than a missed one.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/u.test(word)) return word;
  let rest = word;
  for (const [ending, put] of endings) {
    const next = rest.replace(ending, put);
    if (next.length >= 4) rest = next;
  }
  return rest.replace(/([b-df-hj-np-tv-z])\1$/u, '$1').replace(/(?<=...)e$/u, '');
}
