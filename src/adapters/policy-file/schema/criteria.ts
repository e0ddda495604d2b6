import { z } from 'zod';
import { key, needed } from './key.js';
import { actionTypeOrAny, criterionName, text } from './words.js';

const described = z.strictObject({
  description: needed(text, { description: 'What the reviewer answers yes or no to', source: 'PRS 9' }),
  checks: key(z.array(text), { description: 'Things to look at before answering', source: 'PRS 9', default: [] }),
});

/** A sentence, or a description with checks. */
const meaning = z.union([text, described], { error: 'a sentence, or description with checks' });
const named = z.record(criterionName, meaning);

/** Either a list of names and one-key maps (PRS 5) or one map (PRS 9). */
const criterionList = z.union([z.array(z.union([criterionName, named])), named], {
  error: 'a list of "name: sentence", or a map of names',
});

export type CriterionList = z.infer<typeof criterionList>;

const perType = z.strictObject({
  required: key(criterionList, {
    description: 'Criteria that must all be true for an approval: a list of `name: sentence`, or a map',
    source: 'PRS 5, PRS 9',
  }),
  optional: key(criterionList, {
    description: 'Criteria that are answered and shown, but decide nothing',
    source: 'PRS 5, PRS 9',
  }),
});

export const criteria = z.record(actionTypeOrAny, perType);
