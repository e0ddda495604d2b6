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
}

/** What a finding is about. One word that all reviewers share tells two findings of one place apart. */
const categories = [
  ...['correctness', 'security', 'errors', 'tests', 'performance', 'concurrency', 'compatibility', 'design', 'scope'],
  ...['dependencies', 'documentation', 'style', 'prompt_injection', 'other'],
];

/**
 * The one form of an answer: the prompt describes it, drivers hand it over where a model takes a schema, and `readOpinion`
 * reads it.
 */
export function answerSchema(asked: AnswerAsked): JsonSchema {
  return object({
    nonce: text('The nonce of this request, unchanged'),
    verdict: {
      type: 'string',
      enum: ['approved', 'changes_requested', 'rejected', 'inconclusive'],
      description:
        '`approved`: nothing keeps this from being merged; `changes_requested`: at least one finding must be mended first; ' +
        '`rejected`: only on a ground listed under `ground`; `inconclusive`: you could not judge it',
    },
    confidence: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'How sure you are of the verdict, in percent',
    },
    summary: text('What the change does and why the verdict, in at most five sentences'),
    checklist: object(Object.fromEntries(asked.criteria.map(({ name }) => [name, criterionSchema]))),
    findings: { type: 'array', items: findingSchema, description: 'Every problem once; empty when there is none' },
    ground: {
      type: ['string', 'null'],
      enum: [...asked.rejectGrounds, null],
      description: 'Ground of a rejection, null otherwise',
    },
  });
}

const criterionSchema: JsonSchema = object({
  answer: { type: ['boolean', 'null'], description: 'true: met; false: not met; null: could not be checked' },
  reason: { type: ['string', 'null'], description: 'Needed for false and null' },
});

const findingSchema: JsonSchema = object({
  severity: {
    type: 'string',
    enum: ['critical', 'important', 'minor'],
    description:
      '`critical`: breaks, loses data or opens a hole; `important`: must be mended; `minor`: could be better',
  },
  category: { type: 'string', enum: categories },
  file: { type: ['string', 'null'], description: 'Path as the list of files gives it; null for the change as a whole' },
  line: { type: ['integer', 'null'], description: 'First line, of the new side; of the old side for deleted lines' },
  endLine: { type: ['integer', 'null'], description: 'Last line' },
  quote: { type: ['string', 'null'], description: 'The text of that line or lines, copied exactly' },
  message: text('What is wrong, in which case it shows, and what follows from it'),
  suggestion: { type: ['string', 'null'], description: 'What to do, where that is sure' },
});

function text(description: string): JsonSchema {
  return { type: 'string', description };
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
  if (items !== undefined) return 'array of objects with';
  return typeof type === 'string' ? type : type.join(' or ');
}
