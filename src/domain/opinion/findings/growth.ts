import type { Line } from '../text/layout.js';
import type { Draft } from './draft.js';
import type { Item } from './item.js';
import type { SectionStack } from './sections.js';

/** Fills a new draft from its first line and from the sections it stands in. */
export function draftOf(draft: Draft, item: Item, sections: SectionStack): Draft {
  const degree = item.degree ?? sections.degree;
  if (degree !== undefined) draft.degree = degree;
  if (item.category !== undefined) draft.category = item.category;
  const file = item.place.file ?? sections.file;
  draft.place = { ...item.place, ...(file === undefined ? {} : { file }) };
  draft.title = item.text;
  return draft;
}

/** A finding that starts with a labelled field takes its degree from the section until it states its own. */
export function fieldsDraft(draft: Draft, sections: SectionStack): Draft {
  if (sections.degree !== undefined) draft.degree = sections.degree;
  return draft;
}

/** Code below a finding is what it quotes, or what it suggests where the block says so. */
export function addCode(draft: Draft, { number, raw }: Line, language: string): void {
  draft.to = number;
  const name = language === 'suggestion' ? 'suggestion' : 'quote';
  const text = raw.replace(/```$/, '');
  draft[name] = draft[name] === undefined ? text : `${draft[name]}\n${text}`;
}

/** Adds a further line to an open finding. */
export function addDetail(draft: Draft, line: number, text: string, item: Item): void {
  draft.to = line;
  const attributesOnly = item.placedFirst && item.text === '';
  // Where the title is still to come, the degree may stand behind it.
  const grades = item.gradedFirst || attributesOnly || draft.title === '';
  if (grades && item.degree !== undefined) draft.degree ??= item.degree;
  if (item.category !== undefined && draft.title === '') draft.category ??= item.category;
  completePlace(draft, item);
  if (attributesOnly) return;
  if (draft.title === '') draft.title = item.text === '' ? text : item.text;
  else draft.details.push(text);
}

/** The first place that is named at the head of a line completes what the title left open. */
function completePlace(draft: Draft, { place, placedFirst }: Item): void {
  const { file, line } = draft.place;
  if (file !== undefined && line !== undefined) return;
  if (place.file !== undefined && file !== undefined && !place.file.endsWith(file)) return;
  const named = file === undefined && place.line !== undefined && place.file !== undefined;
  if (placedFirst || named || draft.title === '') draft.place = { ...draft.place, ...place };
}
