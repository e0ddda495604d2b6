import type { Marked } from '../text/inline.js';
import { wordsOf } from '../text/words.js';
import { statesVerdict } from '../verdict/statements.js';
import type { Draft, FieldName } from './draft.js';
import type { Item } from './item.js';
import { isEveryday, isLabelledNumber, isPlaced, raisesNothing, saysNothing, unnumbered } from './line-words.js';
import type { Place } from './place.js';
import { leavesFindings, type Section } from './section.js';
import type { SectionStack } from './sections.js';
import type { Degree } from './severity.js';

type Kind = SectionStack['kind'];

/**
 * What a list without a heading is. Of an answer that objects it holds `reasons`; where nothing else is raised, the list under
 * the verdict does too (`only reasons`).
 */
export type BareList = 'other' | 'reasons' | 'only reasons';

interface ListItem {
  readonly mark: Marked;
  readonly item: Item;
  readonly text: string;
  readonly kind: Kind;
  readonly list: BareList;
}

/** Whether a list item is a finding where it stands. */
export function itemRaises({ mark, item, text, kind, list }: ListItem): boolean {
  if (isClean(item) || (item.text !== '' && raisesNothing(text))) return false;
  if (kind === 'findings' || (kind === 'verdict' && list === 'only reasons')) return true;
  if (kind === 'aside' || kind === 'verdict') return isMarked(item, text, kind);
  if (mark.checkbox === 'checked') return false;
  return item.gradedFirst || isPlaced(item) || (mark.checkbox === undefined && isReason(item, kind, list));
}

/** An item of a list without a heading, in an answer that objects. */
function isReason({ category }: Item, kind: 'none' | 'other', list: BareList): boolean {
  return list !== 'other' && (kind === 'none' || category !== undefined);
}

/** "src/a.ts:1-80: no problems". */
function isClean({ placedFirst, text }: Item): boolean {
  return placedFirst && text !== '' && saysNothing(text);
}

/** Whether an item says of itself that it is a finding, though it stands where none are expected. */
function isMarked(item: Item, text: string, kind: 'aside' | 'verdict'): boolean {
  if (item.text !== '' && wordsOf(item.text).length <= 2) return false;
  return (item.gradedFront && !isEveryday(text, item)) || (kind === 'verdict' && isPlaced(item));
}

interface OwnLine {
  readonly item: Item;
  readonly text: string;
  readonly kind: Kind;
  /** It starts a paragraph of a section that does not say that there is nothing. */
  readonly paragraph: boolean;
}

/** Whether a line without a mark is a finding where it stands; `maybe`: unless the section has a list. */
export function lineRaises({ item, text, kind, paragraph }: OwnLine): 'finding' | 'maybe' | 'nothing' {
  if (kind === 'aside' || raisesNothing(text) || isClean(item)) return 'nothing';
  if (isLabelledNumber(text)) return 'finding';
  if (kind === 'verdict' && item.text === '') return 'nothing';
  if (opensFinding(item, text, kind === 'findings')) return 'finding';
  if (kind !== 'findings' || !paragraph || wordsOf(text).length <= 2) return 'nothing';
  return endsAsFinding(item, text) ? 'finding' : 'maybe';
}

/** Whether a heading is the title of a finding. */
export function isTitle(item: Item, text: string, parent: Kind, level: number): boolean {
  if (parent === 'findings' && item.place.line !== undefined) return true;
  if (item.degree !== undefined && (item.gradedFirst || parent === 'findings' || level <= 6)) return true;
  return isPlaced(item) || (unnumbered(text) !== text && parent !== 'aside' && parent !== 'verdict');
}

interface HeadingLine {
  readonly mark: Marked;
  readonly level: number;
  readonly section: Section;
  readonly item: Item;
  readonly text: string;
}

/** Whether a line of stress belongs to the open finding: it is set in under its list item, or a part of its body. */
export function isBodyHeading(current: Draft, { mark, level, section, item, text }: HeadingLine): boolean {
  if (level !== 7) return false;
  if (mark.indent > current.indent || isEmpty(current)) return true;
  if (current.origin !== 'heading' || current.level >= 7) return false;
  return section.kind !== 'findings' && !item.gradedFirst && !statesVerdict(text) && !leavesFindings(text);
}

/** Whether a line of stress under a title says how bad the thing is: "**Medium severity**". */
export function isDegreeLine(text: string, level: number, title: Draft): boolean {
  return level > title.level && /severity|priority|risk/i.test(text);
}

/** Whether a list item stands in the same list as the open finding, whose items start with their degrees. */
export function isSibling(current: Draft | undefined, { indent }: Marked, ofSection: Degree | undefined): boolean {
  if (current === undefined || indent > current.indent || ofSection !== undefined) return false;
  return (current.origin === 'point' || current.origin === 'number') && current.degree !== undefined;
}

/** Fields that only a finding has. */
export const confirming: ReadonlySet<FieldName> = new Set(['severity', 'place', 'line', 'suggestion']);

/** Whether a field is one of the open finding: it was not filled, and no paragraph starts with it. */
export function takesField(current: Draft, name: FieldName, { indent }: Marked, blank: boolean): boolean {
  if (current.origin === 'heading' || name === 'detail') return true;
  const apart = current.origin !== 'fields' && indent <= current.indent && blank;
  return !current.filled.has(name) && !apart;
}

/** A file without a line: what follows may be about several places in it. */
export function namesFile(place: Place): place is Place & { readonly file: string } {
  return place.file !== undefined && place.line === undefined;
}

/** "12: …" under the name of a file gives the line, elsewhere the number of the item. */
export function withLineNumber(item: Item, { number }: Marked, file: string | undefined): Item {
  if (number === undefined || file === undefined || item.place.line !== undefined) return item;
  return { ...item, place: { ...item.place, line: number }, placedFirst: true };
}

/** Whether the name of a file on a line of its own can head what follows, instead of completing the open finding. */
export function canHead(current: Draft | undefined, { indent }: Marked, text: string, blank: boolean): boolean {
  if (/[:：]\s*$/u.test(text) || current === undefined) return true;
  return current.place.file !== undefined && (blank || indent < current.indent);
}

/** "File: src/a.ts" over "Line 12: …": the field heads several findings. */
export function startsList({ origin }: Draft, item: Item): boolean {
  return origin === 'fields' && item.text !== '' && isPlaced(item);
}

/** The degree that a line of its own gives to the list under it: "🔴 CRITICAL (2)". */
export function headedDegree(current: Draft | undefined): Degree | undefined {
  if (current?.origin !== 'line' || !isEmpty(current)) return undefined;
  return current.place.file === undefined && current.place.line === undefined ? current.degree : undefined;
}

/** Only the place or the degree was said so far. */
function isEmpty({ title, details }: Draft): boolean {
  return title === '' && details.length === 0;
}

interface FreeLine {
  readonly mark: Marked;
  readonly item: Item;
  readonly text: string;
  /** A blank line stands before it. */
  readonly blank: boolean;
}

/** Whether a line without a mark goes on with the open finding. */
export function continuesDraft(current: Draft, line: FreeLine): boolean {
  const { mark, item } = line;
  if (current.origin === 'heading') return true;
  if (current.origin === 'sign') return !(mark.rest.startsWith('![') && item.gradedFirst);
  if (isPlaced(item) && item.text === '') return current.place.line === undefined || item.place.file !== undefined;
  if (isEmpty(current) && !raisesNothing(line.text)) return !isPlaced(item);
  return mark.indent > current.indent || goesOn(current, line);
}

function goesOn(current: Draft, { item, text, blank }: FreeLine): boolean {
  if (opensFinding(item, text, false)) return false;
  const paragraph = current.origin === 'number' && wordsOf(text).length > 6 && !/^[\p{L} ]{1,24}:/u.test(text);
  return (!blank || paragraph) && !raisesNothing(text);
}

/** Whether a line without a mark starts a finding of its own: by its place, or by a degree that is meant as one. */
function opensFinding(item: Item, text: string, inFindings: boolean): boolean {
  return isPlaced(item) || (item.gradedFirst && (inFindings || !isEveryday(text, item)));
}

/** Whether a paragraph of a list of findings says at its end where or how bad. */
function endsAsFinding(item: Item, text: string): boolean {
  return (item.degree !== undefined || item.place.line !== undefined) && !/[:：]\s*$/u.test(text);
}
