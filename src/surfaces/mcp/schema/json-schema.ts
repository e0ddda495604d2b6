import type { JSONObject } from '@modelcontextprotocol/server';
import * as z from 'zod';

export interface ObjectSchema {
  [key: string]: unknown;
  type: 'object';
  properties: Record<string, JSONObject>;
  required: string[];
}

/**
 * JSON Schema of an object, without what only costs tokens: the dialect, bounds of safe integers, keys that are text, values that may be anything, the type of a constant.
 * Unknown fields are not forbidden: they are ignored and named.
 */
export function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const made = z.toJSONSchema(schema, { io, override: lean });
  delete made.$schema;
  const { properties = {}, required = [], ...rest } = made;
  return { ...rest, type: 'object', properties: onlyObjects(properties), required };
}

function lean({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.propertyNames;
  if (jsonSchema.const !== undefined) delete jsonSchema.type;
  // Any value is what an object allows that says nothing.
  if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function onlyObjects(properties: Readonly<Record<string, unknown>>): Record<string, JSONObject> {
  const entries = Object.entries(properties).filter((entry): entry is [string, JSONObject] => isJsonObject(entry[1]));
  return Object.fromEntries(entries);
}

/** What `toJSONSchema` makes is JSON all through. */
function isJsonObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null;
}
