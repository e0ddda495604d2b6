import { opinionForm, statedVerdicts, type FormField } from '../../domain/model/opinion-form.js';
import type { Criterion } from '../../domain/model/review.js';

/** A JSON Schema as far as an answer needs it. Every property is required, as strict output modes demand; absent is null. */
export interface JsonSchema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: JsonSchema;
}

export interface AnswerAsked {
  readonly criteria: readonly Criterion[];
  /** Grounds on which the policy lets a reviewer reject. */
  readonly rejectGrounds: readonly string[];
  /** What else this review is owed; absent: nothing. */
  readonly owed?: OwedAnswers;
}

/** What a reviewer among peers owes beside its verdict. */
export interface OwedAnswers {
  /** Questions of the author, in order. */
  readonly questions: readonly string[];
  /** Findings of earlier rounds, of each of which it says whether it is fixed. */
  readonly toVerify: readonly { readonly id: string; readonly place: string; readonly message: string }[];
}

/**
 * The form of an opinion (`opinionForm`) as a schema for one request: the prompt describes it, drivers hand it over where a model takes a
 * schema, and `readOpinion` reads it.
 */
export function answerSchema(asked: AnswerAsked): JsonSchema {
  return object({
    nonce: { type: 'string', description: 'The nonce of this request, unchanged' },
    ...Object.fromEntries(
      Object.entries(opinionForm)
        .filter(([name, field]) => isAsked(name, field, asked))
        .map(([name, field]) => [name, schemaOf(field, asked)]),
    ),
  });
}

function isAsked(name: string, { prompt }: FormField, { owed }: AnswerAsked): boolean {
  if (prompt === undefined) return true;
  if (prompt === 'never' || owed === undefined) return false;
  return name === 'answers' ? owed.questions.length > 0 : owed.toVerify.length > 0;
}

function schemaOf(field: FormField, asked: AnswerAsked): JsonSchema {
  const { says, given } = field;
  const description = says === undefined ? {} : { description: says };
  const schema = { ...makers[field.kind](field, asked), ...description };
  return given === 'or_null' && typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
}

type Maker = (field: FormField, asked: AnswerAsked) => JsonSchema;

const string: Maker = () => ({ type: 'string' });
const oneOf: Maker = ({ words = [] }) => ({ type: 'string', enum: words });

const makers: Readonly<Record<FormField['kind'], Maker>> = {
  verdict: () => ({ type: 'string', enum: statedVerdicts }),
  percent: () => ({ type: 'integer', minimum: 0, maximum: 100 }),
  line: () => ({ type: 'integer' }),
  checklist: (_, { criteria }) => object(Object.fromEntries(criteria.map(({ name }) => [name, criterionSchema]))),
  ground: (_, { rejectGrounds }) => ({ type: 'string', enum: [...rejectGrounds, null] }),
  word: oneOf,
  choice: oneOf,
  texts: () => ({ type: 'array', items: { type: 'string' } }),
  list: ({ fields = {} }, asked) => ({
    type: 'array',
    items: object(mapValues(fields, (field) => schemaOf(field, asked))),
  }),
  words: string,
  text: string,
  id: string,
};

/** What an answer says of one criterion; the tools take the bare answer. */
const criterionSchema: JsonSchema = object({
  answer: { type: ['boolean', 'null'], description: 'true: met; false: not met; null: could not be checked' },
  reason: { type: ['string', 'null'], description: 'Needed for false and null' },
});

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The schema in words, one line a key. There is no sample: a copied sample would look like an answer. */
export function describeSchema(schema: JsonSchema): string {
  return describeProperties(schema, '').join('\n');
}

function describeProperties({ properties = {} }: JsonSchema, indent: string): readonly string[] {
  const bySchema = new Map<JsonSchema, string[]>();
  for (const [name, schema] of Object.entries(properties))
    bySchema.set(schema, [...(bySchema.get(schema) ?? []), `\`${name}\``]);
  return [...bySchema].flatMap(([schema, names]) => [
    `${indent}- ${names.join(', ')} (${names.length > 1 ? 'each ' : ''}${kindOf(schema)})${schema.description === undefined ? '' : `: ${schema.description}`}`,
    ...describeProperties(schema.items ?? schema, `${indent}  `),
  ]);
}

function kindOf({ type, enum: words, minimum, maximum, items }: JsonSchema): string {
  if (words !== undefined) return words.map((word) => (word === null ? 'null' : `"${word}"`)).join(' | ');
  if (minimum !== undefined && maximum !== undefined) return `${String(type)} ${minimum} to ${maximum}`;
  if (items !== undefined)
    return items.properties === undefined ? `array of ${String(items.type)}s` : 'array of objects with';
  return typeof type === 'string' ? type : type.join(' or ');
}
