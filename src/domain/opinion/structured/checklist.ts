import type { CriterionAnswer } from '../../model/opinion.js';
import { textField, field } from './fields.js';
import { isArray, isObject, type JsonObject, type JsonValue } from './scan.js';

const nameKeys = ['criterion', 'name', 'id', 'key', 'item', 'check'];
const answerNames = ['answer', 'passed', 'pass', 'met', 'ok', 'satisfied', 'result', 'status', 'value'];
const reasonKeys = ['reason', 'note', 'notes', 'comment', 'explanation', 'evidence', 'detail'];

/** Reads a checklist: an object by criterion, or a list of items that name theirs. */
export function checklistOf(value: JsonValue | undefined): Readonly<Record<string, CriterionAnswer>> {
  const items: [string, CriterionAnswer][] = [];
  if (isArray(value)) {
    for (const item of value) {
      const name = isObject(item) ? textField(item, nameKeys) : undefined;
      if (name !== undefined && isObject(item)) items.push([name, answerOf(item)]);
    }
  } else if (isObject(value))
    for (const [name, item] of Object.entries(value))
      items.push([name, isObject(item) ? answerOf(item) : { answer: truth(item), ...why(truth(item), item) }]);
  return Object.fromEntries(items);
}

function answerOf(item: JsonObject): CriterionAnswer {
  const raw = field(item, answerNames) ?? null;
  const answer = truth(raw);
  const reason = textField(item, reasonKeys);
  return reason === undefined ? { answer, ...why(answer, raw) } : { answer, reason };
}

function why(answer: boolean | null, raw: JsonValue): { reason?: string } {
  if (answer === true) return {};
  return {
    reason: answer === false ? 'the reviewer answered no without a reason' : `not answered: ${JSON.stringify(raw)}`,
  };
}

/** True, false, or null when nobody checked it or the word is not understood. */
export function truth(value: JsonValue): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  if (/^(?:true|yes|pass|passed|ok|met|satisfied|✅|✔|☑|✓)$/u.test(word)) return true;
  return /^(?:false|no|fail|failed|not met|unmet|unsatisfied|❌|✗|✖|✘)$/u.test(word) ? false : null;
}
