import { expect, it } from 'vitest';
import { frozenChange } from '../../../test/kit/frozen-change.js';
import { fill } from './template.js';
import { readTemplates } from './templates.js';

const path = '.countersign/prompts/review-task.md';
const whole = 'Review.\n{{fence}} {{inventory}} {{criteria}} {{change}} {{answer}}';
const reading = (text: string) => readTemplates(frozenChange({ base: { [path]: text }, head: { [path]: 'mine' } }));

it('takes the template of the base, not the one that the change brings', async () => {
  expect(await reading(whole)).toEqual({ review: whole });
  expect(await readTemplates(frozenChange({ head: { [path]: whole } }))).toEqual({});
});

it('refuses one that could not do its work, with every problem and its line', async () => {
  expect(await reading('Review.\n{{chnage}} {{fence}} {{inventory}} {{criteria}}')).toMatchObject({
    code: 'prompt_template_invalid',
    problems: [
      { file: path, line: 2, message: 'nothing is called {{chnage}}' },
      { file: path, line: 1, message: '{{change}} is missing' },
      { file: path, line: 1, message: '{{answer}} is missing' },
    ],
  });
});

it('takes the template of the command that the policy names for tasks, and refuses one that there is none of', async () => {
  const own = '.countersign/prompts/look-hard.md';
  const frozen = frozenChange({ base: { [own]: whole, [path]: 'not this one' }, head: {} });
  for (const command of ['/look-hard', 'look-hard'])
    expect(await readTemplates(frozen, command)).toEqual({ review: whole });
  expect(await readTemplates(frozen, '/look-away')).toMatchObject({
    code: 'prompt_template_invalid',
    problems: [
      {
        file: '.countersign/prompts/look-away.md',
        message: 'is not there, and `task_review.command` asks for /look-away',
      },
    ],
  });
});

it('fills once, and drops what is empty with the blank line after it', () => {
  expect(fill('a {{one}}\n\n{{two}}\n\nb', { one: '{{two}}', two: '' })).toBe('a {{two}}\n\nb');
});
