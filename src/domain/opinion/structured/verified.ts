import type { Verified } from '../../model/opinion.js';
import { verifiedForm } from '../../model/opinion-form.js';
import { field, keyOf, namesOf, textField, verifiedKeys } from './fields.js';
import { isArray, isObject, type JsonObject } from './scan.js';

const findingKeys = namesOf(verifiedForm, 'finding', ['id']);
const outcomeKeys = namesOf(verifiedForm, 'outcome', ['state', 'status']);

/** What an object says of findings of earlier rounds; an item in other words says nothing. */
export function verifiedIn(object: JsonObject): readonly Verified[] {
  const list = field(object, verifiedKeys);
  if (!isArray(list)) return [];
  return list.filter(isObject).flatMap((item) => {
    const finding = textField(item, findingKeys);
    const word = keyOf(textField(item, outcomeKeys) ?? '');
    const outcome = verifiedForm.outcome.words.find((each) => each === word);
    return finding === undefined || outcome === undefined ? [] : [{ finding, outcome }];
  });
}
