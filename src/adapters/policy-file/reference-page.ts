import { z } from 'zod';
import { builtInPaths, defaultExclusions } from '../../domain/policy/default-paths.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { conditionVariableDocs } from './conditions.js';
import { jsonSchema } from './json-schema.js';

/** Between these lines of docs/policy.md stands what `npm run docs:policy` writes; the rest is written by hand. */
const opening = '<!-- generated from the schema: npm run docs:policy -->';
const closing = '<!-- end of what is generated -->';

/** The page with its generated part made anew. Throws when the page lost its marks. */
export function refreshedPage(page: string): string {
  const start = page.indexOf(opening);
  const end = page.indexOf(closing);
  if (start === -1 || end < start) throw new Error(`the page lacks the marks ${opening} and ${closing}`);
  return `${page.slice(0, start)}${opening}\n\n${generatedPart()}\n${page.slice(end)}`;
}

const described = z.looseObject({
  description: z.string().optional(),
  default: z.unknown().optional(),
  $comment: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

type Described = z.infer<typeof described>;

interface Row {
  readonly key: string;
  readonly schema: Described;
}

function generatedPart(): string {
  const sections = Object.entries(read(jsonSchema()).properties ?? {}).map(([name, schema]) => sectionOf(name, schema));
  const single = sections.filter((rows) => rows.length === 1).flat();
  const large = sections.filter((rows) => rows.length > 1);
  return [
    '## Keys\n',
    table(single),
    ...large.map((rows) => `### \`${rows[0]?.key ?? ''}\`\n\n${table(rows)}`),
    conditionTable(),
    pathTable(),
    criteriaTable(),
  ].join('\n');
}

function sectionOf(name: string, schema: unknown): Row[] {
  return rowsOf(name, read(schema));
}

function rowsOf(key: string, schema: Described): Row[] {
  return [...(schema.description === undefined ? [] : [{ key, schema }]), ...inside(key, schema)];
}

function inside(key: string, schema: Described): Row[] {
  const properties = Object.entries(schema.properties ?? {});
  const own = properties.flatMap(([name, each]) => rowsOf(`${key}.${name}`, read(each)));
  const ofMap = isSchema(schema.additionalProperties) ? rowsOf(`${key}.NAME`, read(schema.additionalProperties)) : [];
  const ofList = isSchema(schema.items) ? rowsOf(`${key}[]`, read(schema.items)) : [];
  const ofForms = (schema.anyOf ?? []).flatMap((form) => inside(key, read(form)));
  const rows = [...own, ...ofMap, ...ofList, ...ofForms];
  return rows.filter((row, index) => rows.findIndex((each) => each.key === row.key) === index);
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ key, schema }) => {
    const value = schema.default === undefined ? '' : code(JSON.stringify(schema.default));
    return `| ${code(key)} | ${typeOf(schema)} | ${value} | ${schema.description ?? ''} | ${schema.$comment ?? ''} |`;
  });
  return ['| key | type | default | meaning | source |', '| --- | --- | --- | --- | --- |', ...lines, ''].join('\n');
}

function typeOf(schema: Described): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => code(String(word))).join(' or ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((form) => typeOf(read(form))))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(read(schema.items))}`;
  if (schema.type === 'object') return 'map';
  const types = [schema.type ?? 'anything'].flat().map((type) => (type === 'string' ? 'text' : type));
  return `${types.join(' or ')}${rangeOf(schema)}`;
}

function rangeOf({ minimum, maximum }: Described): string {
  const bounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return '';
  return bounded ? ` ${minimum} to ${maximum}` : `, at least ${minimum}`;
}

function conditionTable(): string {
  const lines = Object.entries(conditionVariableDocs).map(
    ([name, [type, meaning]]) => `| \`${name}\` | ${type} | ${meaning} |`,
  );
  return ['### Variables of a condition\n', '| variable | type | meaning |', '| --- | --- | --- |', ...lines, ''].join(
    '\n',
  );
}

function pathTable(): string {
  const paths = builtInPaths.map(({ glob, actionType, sensitivity }) => {
    return `| ${code(glob)} | ${sensitivity ?? 'normal'} | ${actionType ?? ''} |`;
  });
  const exclusions = defaultExclusions.map(({ name, globs, content }) => {
    const bytes = content === undefined ? '' : `, if the bytes are ${content}`;
    return `Excluded from reading as \`${name}\`: ${globs.map(code).join(', ')}${bytes}.\n`;
  });
  return [
    '### Built-in paths\n',
    '| glob | sensitivity | type |',
    '| --- | --- | --- |',
    ...paths,
    '',
    ...exclusions,
  ].join('\n');
}

function criteriaTable(): string {
  const lines = (defaultPolicy.criteria['*'] ?? []).map(({ name, required, description }) => {
    return `| \`${name}\` | ${required ? 'required' : 'optional'} | ${description} |`;
  });
  return ['### Default criteria\n', '| criterion | | what is asked |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function read(schema: unknown): Described {
  return described.parse(schema);
}
