import { z } from 'zod';
import { policySchema } from './schema/policy.js';

/** JSON Schema (draft 2020-12) of the policy file, for editors. The source of each key stands in `$comment`. */
export function jsonSchema(): object {
  const schema = z.toJSONSchema(policySchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      if (!('source' in made)) return;
      made.$comment = String(made['source']);
      delete made['source'];
    },
  });
  return {
    $id: 'urn:countersign:policy',
    title: 'Countersign review policy',
    description: '.countersign/policy.yaml',
    ...schema,
  };
}
