import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';

/** Prints the JSON Schema itself, which is what an editor wants; with `--json` wrapped in the documented object. */
export const execute: Execute = async (_call, context) => {
  const jsonSchema = await context.ask((application) => application.policySchema());
  if (isRefusal(jsonSchema)) return jsonSchema;
  if (context.json) await context.printJson('countersign/policy-schema@1', { jsonSchema });
  else await context.print(JSON.stringify(jsonSchema, null, 2));
  return 0;
};
