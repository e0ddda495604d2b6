import { normalise, wordsOf } from '../text/words.js';

/** Who a fenced block or an object belongs to, as told by the words that lead to it. */
export type Owner = 'reviewer' | 'foreign' | 'unknown';

const sources =
  /\b(?:diff|file|code|comment|comments|commit|message|readme|docs?|documentation|test|tests|fixture|template|prompt|example|examples|schema|format|instructions?|author|description|string|body|payload|snippet|line|log|draft|drafts|previous|earlier|old|original|sample|placeholder|contract|spec|injected|embedded|e\.g|for instance|such as|like this|should look like|must look like|expected output|input|pull request|artifact|beispiel|vorlage|entwurf|exemple|ejemplo|esempio|exemplo|пример|шаблон)\b|示例|模板|草稿|例|テンプレート|예시/;
const own =
  /\b(?:my|final|here is|here are|below is|following is|real|actual)\b.{0,60}\b(?:review|verdict|answer|result|results|decision|assessment|report|output|response|findings|opinion|json)\b|^(?:real|final|answer|verdict|result|review|output|response|json|final answer|findings)\s*:?$/;

/** Reads the text that directly precedes a quoted block: "The diff contains:", "Draft:", "My verdict:". */
export function ownerOf(lead: string): Owner {
  const text = normalise(lead).trim().slice(-300);
  const last =
    text
      .split(/(?<=[.!?])\s+|\n/)
      .at(-1)
      ?.trim() ?? '';
  if (last === '') return 'unknown';
  if (own.test(last) && !/\b(?:draft|template|example|schema|format|previous|earlier)\b/.test(last)) return 'reviewer';
  const leads = /[:：]$/.test(last) || wordsOf(last).length <= 4;
  return leads && sources.test(last) ? 'foreign' : 'unknown';
}
