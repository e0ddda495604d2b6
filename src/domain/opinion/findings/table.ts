import type { ReadFinding } from '../reading.js';
import { isRule, plain } from '../text/inline.js';
import { type FieldName, fieldOf } from './draft.js';
import { mainPlace, placesIn } from './place.js';
import { type Degree, degreeOf, knownDegree, signDegree } from './severity.js';

type Column = 'severity' | 'file' | 'line' | 'message' | 'suggestion' | 'category';

const columnNames: readonly (readonly [Column, RegExp])[] = [
  [
    'severity',
    /^(?:severity|priority|level|risk|sev|impact|schweregrad|priorität|sévérité|severidad|gravedad|gravità|severidade|严重程度|级别|重要度|심각도|важность|серьёзность)$/,
  ],
  [
    'file',
    /^(?:file|files|location|path|where|place|file:line|file\/line|file & line|datei|ort|fichier|emplacement|archivo|ubicación|posizione|arquivo|文件|位置|ファイル|場所|파일|위치|файл|место)$/,
  ],
  ['line', /^(?:lines?|line\(s\)|zeile|ligne|línea|riga|linha|行|行号|줄|строка)$/],
  [
    'message',
    /^(?:issue|issues|problem|description|finding|findings|message|comment|details?|title|summary|concern|bug|what|beschreibung|problème|descripción|problema|descrizione|descrição|问题|描述|問題|説明|内容|문제|설명|내용|проблема|описание)$/,
  ],
  [
    'suggestion',
    /^(?:suggestion|fix|recommendation|suggested fix|action|vorschlag|sugerencia|solution|建议|提案|제안|предложение)$/,
  ],
  ['category', /^(?:category|type|kind|area|kategorie|catégorie|categoría|categoria|类别|カテゴリ|유형)$/],
];

interface FindingTable {
  readonly columns: ReadonlyMap<Column, number>;
}

/** The rows of one table, its header first. */
export class TableRows {
  readonly #expected: boolean;
  #table: FindingTable | 'other' | undefined;

  /** `expected`: false where the table stands among praise or figures. */
  constructor(expected: boolean) {
    this.#expected = expected;
  }

  /** The finding of a row. `degree`: of the section, for rows that state none. */
  take(cells: readonly string[], line: number, degree: Degree | undefined): ReadFinding | undefined {
    if (isRule(cells)) return undefined;
    if (this.#table === undefined) {
      this.#table = this.#expected ? (findingTable(cells) ?? 'other') : 'other';
      return undefined;
    }
    return this.#table === 'other' ? undefined : findingOfRow(this.#table, cells, line, degree);
  }
}

/** A table of findings has a column that says what, and one that says where or how bad. A table of counts is none. */
function findingTable(header: readonly string[]): FindingTable | undefined {
  const columns = new Map<Column, number>();
  header.forEach((cell, index) => {
    const name = plain(cell).toLowerCase().trim();
    const column = columnNames.find(([, pattern]) => pattern.test(name))?.[0];
    if (column !== undefined && !columns.has(column)) columns.set(column, index);
  });
  const where =
    columns.has('file') ||
    columns.has('line') ||
    columns.has('severity') ||
    header.some((cell) => /^(?:#|no\.?|id|nr\.?)$/i.test(plain(cell)));
  return columns.has('message') && where ? { columns } : undefined;
}

/** The finding of one row; undefined for an empty one. */
function findingOfRow(
  table: FindingTable,
  cells: readonly string[],
  line: number,
  degree: Degree | undefined,
): ReadFinding | undefined {
  const cell = (column: Column): string => {
    const index = table.columns.get(column);
    return index === undefined
      ? ''
      : plain(cells[index] ?? '')
          .replace(/^`([^`]*)`$/, '$1')
          .trim();
  };
  const message = cell('message');
  if (message === '' || /^(?:-+|—|–|none|n\/a|no issues?(?: found)?\.?)$/i.test(message)) return undefined;
  const stated = cell('severity');
  const own =
    stated === ''
      ? degree
      : (knownDegree(stated.replace(/^[^\p{L}\p{N}]+/u, '')) ??
        signDegree(stated) ?? { severity: 'important' as const, stated });
  const category = cell('category');
  const suggestion = cell('suggestion');
  return {
    severity: own?.severity ?? 'important',
    ...(own === undefined ? {} : { statedSeverity: own.stated }),
    ...(category === '' ? {} : { category }),
    ...placeOfRow(cell('file'), cell('line'), message),
    message,
    ...(suggestion === '' ? {} : { suggestion }),
    from: line,
    to: line,
  };
}

function placeOfRow(file: string, lines: string, message: string): Pick<ReadFinding, 'file' | 'line' | 'endLine'> {
  const places = placesIn(file);
  const found = mainPlace(places);
  const own =
    found.file === undefined && file !== '' && !/\s/.test(file) && /\w/.test(file) ? { ...found, file } : found;
  const range = /(\d{1,7})(?:\s*[-–—]\s*L?(\d{1,7}))?/.exec(lines);
  if (range?.[1] === undefined)
    return own.file === undefined && own.line === undefined ? mainPlace(placesIn(message)) : own;
  const line = Number.parseInt(range[1], 10);
  const endLine = range[2] === undefined ? undefined : Number.parseInt(range[2], 10);
  return { ...own, line, ...(endLine !== undefined && endLine > line ? { endLine } : {}) };
}

/** "major|what|path:88": fields separated by bars, without the frame of a table. */
export function findingOfBars(text: string, line: number): ReadFinding | undefined {
  const parts = text.split('|').map((part) => plain(part).trim());
  if (parts.length < 3 || parts.length > 6 || text.trim().startsWith('|')) return undefined;
  const graded = parts.findIndex((part) => knownDegree(part) !== undefined && part.length < 16);
  const placed = parts.findIndex((part, index) => index !== graded && !/\s/.test(part) && placesIn(part).length > 0);
  const degree = graded < 0 ? undefined : knownDegree(parts[graded] ?? '');
  if (degree === undefined || placed < 0) return undefined;
  const message = parts.filter((_, index) => index !== graded && index !== placed).join(' | ');
  return message === ''
    ? undefined
    : {
        severity: degree.severity,
        statedSeverity: degree.stated,
        ...mainPlace(placesIn(parts[placed] ?? '')),
        message,
        from: line,
        to: line,
      };
}

/** `severity=high file=a.ts line=3 message="…"`: fields as pairs on one line. */
export function findingOfPairs(text: string, line: number): ReadFinding | undefined {
  const fields = new Map<FieldName, string>();
  for (const [, name = '', value = ''] of text.matchAll(/(?:^|\s)([\w-]{2,20})=("[^"]*"|'[^']*'|[^\s"']+)/g)) {
    const field = fieldOf(name);
    if (field !== undefined) fields.set(field, value.replace(/^["']|["']$/g, ''));
  }
  const message = fields.get('message');
  if (message === undefined || fields.size < 3) return undefined;
  const stated = fields.get('severity');
  const suggestion = fields.get('suggestion');
  return {
    ...(stated === undefined
      ? { severity: 'important' }
      : { severity: degreeOf(stated).severity, statedSeverity: stated }),
    ...placeOfRow(fields.get('place') ?? '', fields.get('line') ?? '', message),
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    from: line,
    to: line,
  };
}
