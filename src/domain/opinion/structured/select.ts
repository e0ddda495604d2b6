import type { Layout } from '../text/layout.js';
import { ownerOf } from '../verdict/introduction.js';
import { answersOf, type StructuredAnswer } from './answer.js';
import type { Document, Scan } from './scan.js';

export interface Selected {
  /** Answers that count as the reviewer's own. */
  readonly answers: readonly StructuredAnswer[];
  /** Documents taken out of the text: answers and data alike. */
  readonly taken: readonly Document[];
  readonly setAside: readonly { readonly answer: StructuredAnswer; readonly why: string }[];
}

/** Tells the reviewer's own objects from quoted ones, from drafts and from those without the nonce. */
export function selectAnswers(text: string, layout: Layout, scan: Scan, nonce: string | undefined): Selected {
  const answers: StructuredAnswer[] = [];
  const setAside: { answer: StructuredAnswer; why: string }[] = [];
  const taken: Document[] = [];
  for (const document of scan.documents) {
    const read = answersOf(document);
    if (read.length === 0) continue;
    const why = notOwn(text, layout, document);
    if (why?.startsWith('it stands in a') !== true) taken.push(document);
    for (const answer of read) {
      const foreign =
        why ??
        (nonce !== undefined && answer.judgement.kind !== 'none' && answer.nonce !== nonce
          ? 'it does not carry the nonce'
          : undefined);
      if (foreign === undefined) answers.push(answer);
      else setAside.push({ answer, why: foreign });
    }
  }
  return { answers: distinct(answers), taken, setAside };
}

function notOwn(text: string, layout: Layout, document: Document): string | undefined {
  const line = layout.lines[document.from - 1];
  const fence = layout.fences.find(({ from, to }) => from < document.from && document.from <= to);
  if (
    fence !== undefined &&
    /^(?:diff|patch|[cm]?[jt]sx?|typescript|javascript|py|python|go|java|rust|ruby|ya?ml|sh|bash)$/.test(fence.language)
  )
    return `it stands in a ${fence.language} block`;
  if (line?.kind === 'quote') return 'it stands in a quotation';
  if (fence === undefined && text[document.start - 1] === '`') return 'it stands in a code quotation';
  if (
    fence === undefined &&
    /^\s*[+-]\s?$/.test(text.slice(text.lastIndexOf('\n', document.start - 1) + 1, document.start))
  )
    return 'it stands in a diff';
  const before = text.slice(Math.max(0, document.start - 600), document.start);
  // Words before an earlier object introduce that one.
  const lead = before
    .slice(Math.max(before.lastIndexOf('}'), before.lastIndexOf(']')) + 1)
    .replace(/[`~]{3,}\s*[\w.+#-]*\s*$/, '');
  return ownerOf(lead) === 'foreign'
    ? 'the words before it say that it is an example, a draft or a quotation'
    : undefined;
}

/** The same object given twice is one answer. */
function distinct(answers: readonly StructuredAnswer[]): readonly StructuredAnswer[] {
  const seen = new Set<string>();
  return answers.filter((answer) => {
    const key = JSON.stringify(answer, (name, value: unknown) =>
      name === 'from' || name === 'to' ? undefined : value,
    );
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
