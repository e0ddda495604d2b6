/** What a person decided unasked was counted as an answer to a question put by hand. Filled by a rebuild. */
export const answersToQuestions: readonly string[] = ['delete from person_decisions'];
