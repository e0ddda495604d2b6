import { opinionForm, snakeCase, type OpinionForm } from '../../model/opinion-form.js';
import { isObject, type JsonObject, type JsonValue } from './scan.js';

/** `changesRequested`, `changes-requested` and `CHANGES_REQUESTED` are one key. */
export function keyOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Keys whose string value states a verdict. */
export const verdictKeys: ReadonlySet<string> = new Set([
  ...namesOf(opinionForm, 'verdict'),
  ...setOf(
    'decision final_decision final_verdict recommendation overall_verdict overall_correctness review_verdict result outcome ' +
      'conclusion assessment overall_assessment review_status review_result review_decision event state overall final disposition judgement judgment gate vote urteil entscheidung',
  ),
]);
/** Keys whose boolean value states a verdict. `ok` and `success` are about the call, not about the change. */
export const booleanKeys = setOf(
  'approved approve is_approved passed pass passes valid is_valid accepted accept lgtm mergeable safe_to_merge ready_to_merge can_merge should_merge is_correct go patch_is_correct correct',
);
/** Keys whose true value objects. */
export const objectionKeys = setOf(
  'rejected reject blocked changes_requested needs_changes request_changes needs_revision',
);

/** Severity that the key of a list gives to its items; undefined: they state their own. */
export const findingKeys: ReadonlyMap<string, string | undefined> = new Map<string, string | undefined>([
  ...[
    ...namesOf(opinionForm, 'findings'),
    'issues',
    'problems',
    'comments',
    'review_comments',
    'inline_comments',
    'concerns',
    'defects',
    'bugs',
    'violations',
  ].map((key): [string, undefined] => [key, undefined]),
  ...['blocking_issues', 'blockers', 'blocking', 'must_fix', 'blocking_findings', 'required_changes'].map(
    (key): [string, string] => [key, 'blocking'],
  ),
  ...['critical', 'critical_issues', 'critical_findings'].map((key): [string, string] => [key, 'critical']),
  ...['errors', 'high', 'high_issues'].map((key): [string, string] => [key, 'high']),
  ...['important', 'important_issues', 'major', 'major_issues', 'should_fix', 'moderate', 'medium', 'warnings'].map(
    (key): [string, string] => [key, key.startsWith('major') ? 'major' : key === 'warnings' ? 'warning' : 'important'],
  ),
  ...['minor', 'minor_issues', 'low', 'info'].map((key): [string, string] => [key, 'minor']),
  ...['nits', 'nitpicks'].map((key): [string, string] => [key, 'nit']),
  ...['suggestions', 'improvements', 'optional', 'nice_to_have', 'non_blocking', 'non_blocking_issues'].map(
    (key): [string, string] => [key, 'suggestion'],
  ),
]);

/** Objects that only wrap an answer. */
export const wrapperKeys = setOf(
  'result review output data response answer structured_output feedback parsed final_answer verdict assessment report payload content opinion',
);

export const checklistKeys: ReadonlySet<string> = new Set([
  ...namesOf(opinionForm, 'checklist'),
  ...setOf('quality_checks criteria checks criteria_results acceptance_criteria'),
]);
export const answerKeys: ReadonlySet<string> = new Set(
  namesOf(opinionForm, 'answers', ['question_answers', 'responses']),
);
export const summaryKeys = [
  ...namesOf(opinionForm, 'summary'),
  'overall',
  'overall_explanation',
  'explanation',
  'rationale',
  'reasoning',
  'review_markdown',
  'reason',
  'feedback',
  'body',
  'message',
];
/** Where an objection without findings says what it objects to. */
export const objectionReasonKeys = ['reason', 'feedback', 'blocking_reason', 'rejection_reason', 'why'];
export const confidenceKeys = namesOf(opinionForm, 'confidence', [
  'confidence_score',
  'overall_confidence_score',
  'overall_confidence',
]);
export const groundKeys = namesOf(opinionForm, 'ground', ['reject_ground', 'rejection_ground']);

/** What became of findings of earlier rounds. */
export const verifiedKeys = namesOf(opinionForm, 'verified', ['verifications', 'verified_findings']);

/** How the form spells a field, then how others do. */
export function namesOf<F extends OpinionForm>(form: F, name: keyof F & string, others: readonly string[] = []) {
  const { tool } = form[name] ?? {};
  return [...new Set([snakeCase(name), ...(tool === undefined ? [] : [tool]), ...others])];
}

/** First field of the object that one of the names fits. */
export function field(object: JsonObject, names: readonly string[]): JsonValue | undefined {
  const keys = Object.keys(object);
  for (const name of names) {
    const key = keys.find((candidate) => keyOf(candidate) === name);
    if (key !== undefined) return object[key];
  }
  return undefined;
}

/** Non-empty text of the first field that has one. */
export function textField(object: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = field(object, [name]);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

/** Number of a field, also when it is written as text. */
export function numberField(object: JsonObject, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = field(object, [name]);
    if (typeof value === 'number') return value;
    if (typeof value === 'string' && /^\s*L?\d{1,9}\b/.test(value))
      return Number.parseInt(value.replace(/^\s*L?/, ''), 10);
  }
  return undefined;
}

export function objectField(object: JsonObject, names: readonly string[]): JsonObject | undefined {
  const value = field(object, names);
  return isObject(value) ? value : undefined;
}
