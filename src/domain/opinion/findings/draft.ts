import type { ReadFinding } from '../reading.js';
import type { Place } from './place.js';
import { type Degree, degreeOf } from './severity.js';

/** Fields that a labelled line of a finding can fill. */
export type FieldName =
  'severity' | 'place' | 'line' | 'message' | 'suggestion' | 'category' | 'quote' | 'title' | 'detail';

const fieldNames: readonly (readonly [FieldName, RegExp])[] = [
  [
    'severity',
    /^(?:severity|severity level|priority|risk(?: level)?|impact level|level|schweregrad|priorität|sévérité|severidad|gravedad|gravità|severidade|严重程度|重要度|심각도|серьёзность)$/,
  ],
  [
    'place',
    /^(?:location|locations|file|files|filename|file name|path|where|file path|place|position|📍 ?location|datei|ort|fichier|emplacement|archivo|ubicación|posizione|arquivo|local|文件|位置|ファイル|場所|파일|위치|файл|место)$/,
  ],
  [
    'line',
    /^(?:lines?|line numbers?|line ?\(s|line range|zeilen?|lignes?|líneas?|riga|righe|linhas?|行|行号|줄|строк[аи])$/,
  ],
  [
    'message',
    /^(?:problem|issue|description|message|finding|bug|details?|what|concern|beschreibung|problème|descripción|problema|descrizione|descrição|问题|描述|問題|説明|문제|설명|проблема|описание)$/,
  ],
  [
    'suggestion',
    /^(?:suggestion|suggested fix|suggested change|fix|recommended fix|recommendation|recommended action|remedy|remediation|mitigation|resolution|how to fix|proposed fix|solution|action|vorschlag|empfehlung|correction|sugerencia|solución|suggerimento|sugestão|建议|修复建议|提案|修正案|제안|предложение|рекомендация|исправление)$/,
  ],
  [
    'category',
    /^(?:category|type|kind|tag|dimension|kategorie|catégorie|categoría|categoria|类别|分类|カテゴリ|分類|유형|категория)$/,
  ],
  ['title', /^(?:title|name|summary|titel|titre|título|titolo|标题|タイトル|제목|заголовок)$/],
  [
    'detail',
    /^(?:why|why (?:it|this) (?:matters|is a problem)|impact|evidence|rationale|reason|explanation|effect|consequence|code|example|snippet|confidence|reference|references|cwe|owasp)$/,
  ],
];

/** Name of the field that a label stands for. */
export function fieldOf(label: string): FieldName | undefined {
  // "[Suggestion]: …" is a degree.
  if (/^\W*[[(]/.test(label)) return undefined;
  const name = label
    .toLowerCase()
    .replace(/^[^\p{L}]+|[^\p{L}\p{N})]+$/gu, '')
    .trim();
  return fieldNames.find(([, pattern]) => pattern.test(name))?.[0];
}

/** A finding while its lines are being read. */
export interface Draft {
  readonly origin: 'heading' | 'point' | 'number' | 'line' | 'fields' | 'sign';
  readonly indent: number;
  readonly level: number;
  readonly from: number;
  to: number;
  degree?: Degree;
  place: Place;
  category?: string;
  title: string;
  readonly details: string[];
  suggestion?: string;
  quote?: string;
  readonly filled: Set<FieldName>;
}

export function newDraft(origin: Draft['origin'], line: number, indent: number, level = 9): Draft {
  return { origin, indent, level, from: line, to: line, place: {}, title: '', details: [], filled: new Set() };
}

/** The finding that a draft became; undefined when nothing was said. */
export function finished(draft: Draft): ReadFinding | undefined {
  const message = [draft.title, ...draft.details]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim();
  const text = message === '' ? (draft.suggestion ?? draft.quote ?? '') : message;
  if (text === '') return undefined;
  const degree = draft.degree;
  return {
    severity: degree?.severity ?? degreeOf('').severity,
    ...(degree === undefined ? {} : { statedSeverity: degree.stated }),
    ...(draft.category === undefined ? {} : { category: draft.category }),
    ...draft.place,
    ...(draft.quote === undefined ? {} : { quote: draft.quote }),
    message: text,
    ...(draft.suggestion === undefined ? {} : { suggestion: draft.suggestion }),
    from: draft.from,
    to: draft.to,
  };
}
