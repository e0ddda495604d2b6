import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { initTemplate } from './init-template.js';
import { jsonSchema } from './json-schema.js';
import { loadPolicy } from './load-policy.js';
import { refreshedPage } from './reference-page.js';

const docs = new URL('../../../docs/', import.meta.url);
const remedy = 'run `npm run docs:policy`';

describe('what is published of the policy file', () => {
  it('the committed JSON Schema is that of the code', () => {
    const committed: unknown = JSON.parse(readFileSync(new URL('schema/policy.schema.json', docs), 'utf8'));
    expect(committed, remedy).toEqual(jsonSchema());
  });

  it('the committed page is that of the code', () => {
    const committed = readFileSync(new URL('policy.md', docs), 'utf8');
    expect(committed, remedy).toBe(refreshedPage(committed));
  });

  it('describes every key, with its source', () => {
    const bare: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, inner] of Object.entries(schema)) {
        const properties = name === 'properties' && typeof inner === 'object' ? Object.entries(inner as object) : [];
        for (const [key, each] of properties) {
          if (!('description' in each) || !('$comment' in each)) bare.push(`${path}.${key}`);
        }
        visit(inner, name === 'properties' ? path : `${path}.${name}`);
      }
    };
    visit(jsonSchema(), '');
    expect(bare).toEqual([]);
  });

  it('an editor with the schema sees what the loader sees', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(jsonSchema());
    expect(validate(parse(initTemplate)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ enabeld: true })).toBe(false);
    expect(validate({ standards: { approve: { min_confidence: 800 } } })).toBe(false);
    expect(
      validate({ criteria: { '*': { required: ['a', { b: 'B' }], optional: { c: { description: 'C' } } } } }),
    ).toBe(true);
  });
});

describe('the starter policy of init', () => {
  it('is the default policy', () => {
    expect(loadPolicy(initTemplate, 'policy.yaml')).toEqual(defaultPolicy);
  });

  it('has only comments that would load as well', () => {
    const uncommented = initTemplate
      .split('\n')
      .map((line) => line.replace(/^(\s*)# (?=( *- )|( *[a-z_-]+:( |$)))/, '$1'))
      .join('\n');
    expect(uncommented).not.toBe(initTemplate);
    expect(loadPolicy(uncommented, 'policy.yaml')).toMatchObject({
      testCommand: { command: 'npm test' },
      agents: { 'second-pair-of-eyes': { role: 'auditor' } },
    });
  });
});
