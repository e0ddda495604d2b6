import type { AnsweredQuestion, ChoiceFilter, PersonChoice } from '../../../application/ports/store.js';
import type { PersonDecisionRecord } from '../schema.js';
import { statement, type SqlRow, type SqlValue, type Statement } from '../sqlite/connection.js';

/** Decisions that are counted: what somebody decided long ago says little. */
const latest = 200;

export function selectPersonChoices({ type, trigger, sensitivity, person }: ChoiceFilter): Statement {
  const parameters: SqlValue[] = [type, trigger, sensitivity];
  if (person !== undefined) parameters.push(person);
  return statement(
    `select option, outcome, count(*) as times from (
       select option, outcome from person_decisions where type = ? and cause = ? and sensitivity = ?
       ${person === undefined ? '' : 'and person = ?'} order by position desc limit ${latest}) as latest
     group by option, outcome`,
    ...parameters,
  );
}

export function personChoice(row: SqlRow): PersonChoice {
  const { option, outcome } = row as unknown as PersonDecisionRecord;
  return { option, outcome, times: Number(row['times']) };
}

export function selectAnswered(limit: number): Statement {
  return statement('select * from person_decisions order by position desc limit ?', limit);
}

export function answeredQuestion(row: SqlRow): AnsweredQuestion {
  const { review_id, cause, sensitivity, type, person, outcome, option, at } = row as unknown as PersonDecisionRecord;
  return { review: review_id, trigger: cause, sensitivity, type, person, outcome, option, at };
}
