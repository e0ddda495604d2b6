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

it('fills once, and drops what is empty with the blank line after it', () => {
  expect(fill('a {{one}}\n\n{{two}}\n\nb', { one: '{{two}}', two: '' })).toBe('a {{two}}\n\nb');
});
