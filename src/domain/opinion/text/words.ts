const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/\bi'm\b/g, 'i am'],
  [/'d\b/g, ' would'],
  [/'ll\b/g, ' will'],
  [/'ve\b/g, ' have'],
  [/'re\b/g, ' are'],
  [/\b(it|that|there|here|what|let)'s\b/g, '$1 is'],
];

const simple = /^(?!.*cannot)[ -&(-_a-~]*$/i;

/** Lower case, one form for every apostrophe and width, contractions spelled out. */
export function normalise(text: string): string {
  // Most text is plain: nothing to fold and nothing to spell out.
  if (simple.test(text)) return text.replace(/([a-z])([A-Z][a-z])/g, '$1 $2').toLowerCase();
  let value = text
    .normalize('NFKC')
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'");
  for (const [pattern, spelled] of contractions) value = value.replace(pattern, spelled);
  return value;
}

/** Words of a text in any script: letters, digits and signs of judgement; hyphens and underscores separate. */
export function wordsOf(text: string): readonly string[] {
  return normalise(text).match(/[\p{L}\p{M}\p{N}]+|[✅☑✔❌✖✗⛔🛑👍👎🚫🔴🟢🟡🟠⚠¶]|\+1|-1/gu) ?? [];
}

/** Words in scripts that put no space between them are found as parts of a word. */
export function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

/** Splits a line into sentences. The end sign stays, so that a question can be told. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?;。！？；…])(?=\s|$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
