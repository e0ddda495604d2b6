import { degreeOf, tagOf } from '../findings/severity.js';
import { mainPlace, placesIn, type Place } from '../findings/place.js';
import type { ReadFinding, Remark } from '../reading.js';
import { wordsOf } from '../text/words.js';
import { findingForm } from '../../model/opinion-form.js';
import { keyOf, namesOf, numberField, objectField, textField } from './fields.js';
import { isArray, isObject, type JsonObject, type JsonValue } from './scan.js';

const fileKeys = namesOf(findingForm, 'file', [
  'path',
  'file_path',
  'filepath',
  'filename',
  'file_name',
  'absolute_file_path',
  'relative_path',
  'artifact',
  'uri',
]);
const lineKeys = namesOf(findingForm, 'line', [
  'line_number',
  'lineno',
  'line_no',
  'start_line',
  'line_start',
  'startline',
  'begin_line',
  'start',
  'from_line',
]);
const endKeys = namesOf(findingForm, 'endLine', ['line_end', 'endline', 'end', 'to_line', 'last_line']);
const placeKeys = ['location', 'place', 'where', 'position', 'lines', 'line_range', 'range', 'line', 'file'];
const nestedPlaces = ['code_location', 'location', 'position', 'place', 'range', 'line_range', 'lines', 'span'];
const severityKeys = namesOf(findingForm, 'severity', [
  'risk',
  'level',
  'priority',
  'impact',
  'importance',
  'schweregrad',
  'severidad',
  'severite',
]);
const titleKeys = ['title', 'summary', 'issue', 'problem', 'gist', 'name', 'headline', 'finding'].concat(
  namesOf(findingForm, 'message'),
);
const bodyKeys = [
  'description',
  'message',
  'body',
  'detail',
  'details',
  'explanation',
  'comment',
  'text',
  'content',
  'reason',
  'why',
  'rationale',
];
const suggestionKeys = namesOf(findingForm, 'suggestion', [
  'suggested_fix',
  'fix',
  'recommendation',
  'remedy',
  'proposed_fix',
  'suggested_change',
  'solution',
  'how_to_fix',
]);
const quoteKeys = namesOf(findingForm, 'quote', [
  ...['snippet', 'code', 'evidence', 'code_snippet', 'existing_code', 'excerpt', 'quoted_code'],
]);
const categoryKeys = namesOf(findingForm, 'category', ['type', 'kind', 'tag', 'rule', 'rule_id', 'dimension', 'area']);

export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Findings of a list, whose items are objects or texts. `listSeverity` comes from the list's key. */
export function findingsOf(list: JsonValue, listSeverity: string | undefined, lines: Lines): readonly ReadFinding[] {
  if (isArray(list)) return list.flatMap((item) => findingOf(item, listSeverity, lines));
  if (isObject(list))
    return Object.entries(list).flatMap(([key, items]) => (isArray(items) ? findingsOf(items, key, lines) : []));
  return [];
}

/** Fields of a list's findings whose text no finding took up (SPEC 2, rule 8). */
export function leftOver(list: JsonValue, listSeverity: string | undefined, lines: Lines): readonly Remark[] {
  if (!isArray(list))
    return isObject(list) ? Object.entries(list).flatMap(([key, items]) => leftOver(items, key, lines)) : [];
  return list.flatMap((item, index) => {
    const [finding] = findingOf(item, listSeverity, lines);
    if (!isObject(item)) return [];
    const held = finding === undefined ? '' : heldBy(finding);
    return Object.entries(item)
      .filter(([, value]) => !isHeld(value, held))
      .map(([key, value]) => ({
        ...lines,
        text: `finding ${index + 1}, ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        kind: 'field' as const,
      }));
  });
}

function heldBy({ message, suggestion, quote, category, file, line, endLine, statedSeverity }: ReadFinding): string {
  return [message, suggestion, quote, category, file, line, endLine, statedSeverity].join('\n');
}

function isHeld(value: JsonValue, held: string): boolean {
  if (value === null || value === '') return true;
  if (typeof value === 'string') return wordsOf(value).every((word) => held.toLowerCase().includes(word));
  if (typeof value === 'object') return Object.values(value).every((inner: JsonValue) => isHeld(inner, held));
  return typeof value === 'number' && held.split(/\D+/).includes(String(value));
}

function findingOf(item: JsonValue, listSeverity: string | undefined, lines: Lines): readonly ReadFinding[] {
  if (typeof item === 'string')
    return item.trim() === '' || /^(?:none|n\/a|no (?:issues|findings))\.?$/i.test(item.trim())
      ? []
      : [fromText(item.trim(), listSeverity, lines)];
  if (!isObject(item)) return [];
  const title = textField(item, titleKeys);
  const body = textField(item, bodyKeys);
  const message = [title, body]
    .filter((part, index, parts) => part !== undefined && parts.indexOf(part) === index)
    .join(': ');
  const place = placeOf(item);
  if (message === '' && place.file === undefined) return [];
  const suggestion = textField(item, suggestionKeys);
  const quote = textField(item, quoteKeys);
  const category = textField(item, categoryKeys);
  return [
    {
      ...severityOf(item, title ?? '', listSeverity),
      ...(category === undefined ? {} : { category }),
      ...place,
      ...(quote === undefined ? {} : { quote }),
      message: message === '' ? (suggestion ?? quote ?? JSON.stringify(item)) : message,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...lines,
    },
  ];
}

function fromText(text: string, listSeverity: string | undefined, lines: Lines): ReadFinding {
  const tag = tagOf(text);
  const degree = tag?.degree ?? (listSeverity === undefined ? undefined : degreeOf(listSeverity));
  return { ...stated(degree), ...mainPlace(placesIn(text)), message: tag?.rest ?? text, ...lines };
}

function severityOf(
  item: JsonObject,
  title: string,
  listSeverity: string | undefined,
): Pick<ReadFinding, 'severity' | 'statedSeverity'> {
  const tag = tagOf(title);
  const word = textField(item, severityKeys);
  if (word !== undefined) return stated(degreeOf(word));
  if (tag !== undefined) return stated(tag.degree);
  const priority = numberField(item, ['priority', 'severity', 'level']);
  if (priority !== undefined && priority >= 0 && priority <= 4) return stated(degreeOf(`P${priority}`));
  const blocking = Object.entries(item).find(([key]) => keyOf(key) === 'blocking')?.[1];
  if (blocking === true) return stated(degreeOf('blocking'));
  return stated(listSeverity === undefined ? undefined : degreeOf(listSeverity));
}

function stated(
  degree: { severity: ReadFinding['severity']; stated: string } | undefined,
): Pick<ReadFinding, 'severity' | 'statedSeverity'> {
  return degree === undefined
    ? { severity: 'important' }
    : { severity: degree.severity, statedSeverity: degree.stated };
}

function placeOf(item: JsonObject): Place {
  const file = textField(item, fileKeys);
  const line = positive(numberField(item, lineKeys));
  const endLine = positive(numberField(item, endKeys));
  const own: Place = { ...fileAndLine(file), ...(line === undefined ? {} : { line, ...later(line, endLine) }) };
  const nested = nestedPlaces.map((key) => objectField(item, [key])).filter((value) => value !== undefined);
  const inner = nested.map(placeOf).reduce<Place>((sum, place) => ({ ...place, ...sum }), {});
  const words = placeKeys
    .flatMap((key) => textField(item, [key]) ?? [])
    .map(inWords)
    .reduce<Place>((sum, place) => ({ ...place, ...sum }), {});
  const merged = { ...words, ...inner, ...own };
  return merged.endLine === undefined && words.endLine !== undefined && words.line === merged.line
    ? { ...merged, endLine: words.endLine }
    : merged;
}

function fileAndLine(file: string | undefined): Place {
  if (file === undefined) return {};
  const place = mainPlace(placesIn(file));
  return place.file !== undefined && place.line !== undefined ? place : { file };
}

function inWords(text: string): Place {
  const range = /^\s*L?(\d{1,7})\s*(?:[-–:,]|to|\.\.)\s*L?(\d{1,7})\s*$/.exec(text);
  if (range?.[1] !== undefined) {
    const line = Number.parseInt(range[1], 10);
    return { line, ...later(line, Number.parseInt(range[2] ?? '', 10)) };
  }
  return mainPlace(placesIn(text));
}

function later(line: number, endLine: number | undefined): { endLine?: number } {
  return endLine !== undefined && endLine > line ? { endLine } : {};
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
