import { describe, expect, it } from 'vitest';
import type { Subject } from '../../src/domain/notification/subject.js';
import { changesRequested } from '../kit/review-document.js';
import { found, read, sourcesBelow } from './sources.js';

describe('docs/json.md', () => {
  it('lists exactly the schemas that commands print', () => {
    const schema = /(countersign\/[a-z-]+@\d+)/gu;
    const printed = found([...sourcesBelow('src/surfaces/cli'), ...sourcesBelow('src/application/queries')], schema);
    expect(printed.length).toBeGreaterThan(10);
    expect(found([read('docs/json.md')], schema)).toEqual(printed);
  });

  it('names every field of a review', () => {
    const page = read('docs/json.md');
    const names = fieldsOf(changesRequested());
    for (const name of Object.keys(names)) expect(page).toMatch(new RegExp(`\`${name}(?:\\[\\])?\``, 'u'));
  });

  it('names every field of what a notification is about', () => {
    const row = read('docs/json.md')
      .split('\n')
      .find((line) => line.includes('countersign/notifications@1'));
    const fields: Record<keyof Subject, true> = {
      ...{ subject: true, id: true, title: true, type: true, status: true },
      ...{ creator: true, reviewer: true, revision: true },
    };
    for (const name of Object.keys(fields)) expect(row).toContain(`\`${name}\``);
  });
});

/** Names of fields at any depth, apart from those below maps whose keys are data. */
function fieldsOf(value: unknown): Record<string, true> {
  if (Array.isArray(value)) return Object.assign({}, ...value.map(fieldsOf)) as Record<string, true>;
  if (typeof value !== 'object' || value === null) return {};
  const data = new Set(['checklist', 'checklistReasons']);
  return Object.entries(value).reduce<Record<string, true>>(
    (names, [key, inner]) => ({ ...names, [key]: true, ...(data.has(key) ? {} : fieldsOf(inner)) }),
    {},
  );
}
