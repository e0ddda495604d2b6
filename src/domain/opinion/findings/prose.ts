import type { ReadFinding } from '../reading.js';
import { markOf, plain } from '../text/inline.js';
import type { Layout } from '../text/layout.js';
import { sentencesOf, wordsOf } from '../text/words.js';
import { readAbsence } from '../verdict/absence.js';
import { judgeSentence, judgeWholeLine } from '../verdict/judge.js';
import { labelKind } from '../verdict/labels.js';
import { mainPlace, placesIn } from './place.js';
import { knownDegree, signDegree } from './severity.js';

/** A comment on one place of the change has neither list nor verdict, but a sign of warning or a block that mends it. */
export function wholeComment(layout: Layout): readonly ReadFinding[] {
  const own = layout.lines.filter(({ kind }) => kind === 'text');
  const [head] = own;
  const last = own.at(-1);
  if (head === undefined || last === undefined) return [];
  const sign = own
    .slice(0, 3)
    .map(({ raw }) => signDegree(raw))
    .find((degree) => degree !== undefined);
  const mending = layout.fences.find(({ language }) => language === 'suggestion');
  const [item, another] = own.filter(({ raw }) => markOf(raw).bullet !== undefined);
  const lone =
    item !== undefined &&
    another === undefined &&
    markOf(item.raw).bullet === 'number' &&
    readAbsence(plain(markOf(item.raw).rest)) === undefined;
  if (sign === undefined && mending === undefined && !lone) return [];
  return [
    {
      severity: sign?.severity ?? 'important',
      ...(sign === undefined ? {} : { statedSeverity: sign.stated }),
      message: own.map(({ raw }) => plain(raw)).join('\n'),
      from: head.number,
      to: last.number,
    },
  ];
}

/** What an objection without any list names in running text: one finding a sentence. */
export function reasonsIn(layout: Layout): readonly ReadFinding[] {
  return layout.lines
    .filter(({ kind, raw }) => kind === 'text' && !/^\s*(?:#|\||>)/.test(raw))
    .flatMap(({ raw, number }) =>
      sentencesOf(plain(markOf(raw).rest))
        .filter(statesFault)
        .map((message) => ({
          ...degreeIn(message),
          ...mainPlace(placesIn(message)),
          message,
          from: number,
          to: number,
        })),
    );
}

const faultWords =
  /\b(?:needs?|must|should|missing|misses|never|fails?|failed|broken?|breaks|bugs?|wrong|leaks?|crash(?:es)?|incorrect\w*|inconsisten\w*|lacks?|unsafe|race|regress\w*|vulnerab\w*|does not|doesn['’]t|is not|isn['’]t|without|no longer|fehlt|muss|manque|falta|manca)\b|[问題错缺漏]|필요|누락|нет|нужно|ошибк/iu;

function statesFault(sentence: string): boolean {
  const placed = mainPlace(placesIn(sentence)).line !== undefined;
  if (!(placed || faultWords.test(sentence)) || /[?:：]\s*$/u.test(sentence) || wordsOf(sentence).length < 4)
    return false;
  const label = /^([^.:]{1,40}):\s/.exec(sentence)?.[1];
  if (label !== undefined && (labelKind(wordsOf(label)) !== undefined || /says|template/i.test(label))) return false;
  return judgeSentence(sentence).kind === 'none' && judgeWholeLine(sentence).kind === 'none';
}

function degreeIn(sentence: string): Pick<ReadFinding, 'severity' | 'statedSeverity'> {
  const word =
    /\b(\w+) (?:bugs?|issues?|problems?|errors?|flaws?|vulnerabilit(?:y|ies)|defects?|concerns?|remarks?|points?|comments?)\b/i.exec(
      sentence,
    )?.[1];
  const degree = word === undefined ? undefined : knownDegree(word);
  return degree === undefined
    ? { severity: 'important' }
    : { severity: degree.severity, statedSeverity: degree.stated };
}
