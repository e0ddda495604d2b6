import type { Tool } from '../../src/surfaces/mcp/tools/tool.js';

/** One call and what came back. */
export interface Exchange {
  readonly given: object;
  readonly answer: object;
}

export interface McpPage {
  readonly tools: readonly Tool[];
  readonly exchanges: Readonly<Record<string, Exchange>>;
  readonly instructions: string;
  readonly prompts: readonly { readonly name: string; readonly description: string }[];
  readonly resources: readonly { readonly uri: string; readonly description: string }[];
}

/** `docs/mcp.md`, made from the schemas of the tools and from a session with the built program. */
export function mcpReference({ tools, exchanges, instructions, prompts, resources }: McpPage): string {
  return [
    '# MCP server',
    '',
    'Made from the program by `npm run docs:mcp`; do not edit.',
    '',
    'Agents review each other through `countersign mcp`, a server of the Model Context Protocol on standard input and output. ' +
      'Each agent starts one for itself in the repository it works in; they meet in the store of the clone. ' +
      '[agents.md](agents.md) says how each client is told of it, [peer-review.md](peer-review.md) how a review goes.',
    '',
    '- **Who calls** is proved by the token in `COUNTERSIGN_TOKEN` (`countersign agent add NAME` prints it). Without one the ' +
      'tools that only read still work.',
    '- **Every answer** has `structuredContent` and the same as text; `next` says what to do next.',
    '- **An error** has `isError` and `error` with `code` (listed in [errors.md](errors.md)), `message`, `remedy`, and ' +
      '`problems` where several fields are wrong. Nothing was changed then.',
    '- **Texts of others**, such as a diff, a finding or a title, are data. In the text of an answer they stand between ' +
      '`<untrusted-data MARK>` and `</untrusted-data MARK>`, where MARK is a digest of what stands between; characters that ' +
      'would not show are shown as escapes.',
    '- **Examples** are from one session of three agents with the built program; only ids, nonces and times were replaced.',
    '- **Fields that a tool does not know** are ignored and named in `next`; a misspelt one is refused.',
    '- **Both eras** of the protocol are served: those that begin with `initialize` (up to 2025-11-25) and 2026-07-28.',
    '',
    'What a client is told of the server as a whole:',
    '',
    `> ${instructions}`,
    '',
    '## Resources',
    '',
    'A client that subscribes to a resource, or listens, is told when the review goes on in any process, or within ten ' +
      'seconds when the newest commit holds another policy.',
    '',
    '| URI | holds |',
    '| --- | --- |',
    ...resources.map(({ uri, description }) => `| \`${uri}\` | ${description} |`),
    '',
    '## Prompts',
    '',
    'Both take `review_id`.',
    '',
    '| prompt | says |',
    '| --- | --- |',
    ...prompts.map(({ name, description }) => `| \`${name}\` | ${description} |`),
    ...tools.flatMap((tool) => ['', ...toolPart(tool, exchanges[tool.name])]),
    '',
  ].join('\n');
}

function toolPart(tool: Tool, exchange: Exchange | undefined): string[] {
  const { name, description, inputSchema, outputSchema, annotations } = tool.listed();
  const hints = [
    annotations.readOnlyHint ? 'Only reads.' : 'Needs a token.',
    ...(annotations.idempotentHint ? ['The same call again has no further effect.'] : []),
  ];
  if (exchange === undefined) throw new Error(`no exchange of ${name} was recorded`);
  return [
    `## \`${name}\``,
    '',
    `${description} ${hints.join(' ')}`,
    '',
    ...fieldTable(inputSchema),
    '',
    'Answers:',
    '',
    ...fieldTable({ ...outputSchema, required: requiredOf(outputSchema) }),
    '',
    '```json',
    json(exchange.given),
    '```',
    '',
    '```json',
    json(exchange.answer),
    '```',
  ];
}

type Schema = Readonly<Record<string, unknown>>;

function fieldTable(schema: Schema): string[] {
  const rows = fieldsOf(schema).filter(({ name }) => !/^`error\b/u.test(name));
  return [
    '| field | type | |',
    '| --- | --- | --- |',
    ...rows.map(({ name, type, says }) => `| ${name} | ${type} | ${says} |`),
  ];
}

function fieldsOf(schema: Schema, prefix = ''): { name: string; type: string; says: string }[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asSchema(schema['properties'])).flatMap(([name, value]) => {
    const field = asSchema(value);
    const inner = field['type'] === 'array' ? asSchema(field['items']) : field;
    const path = `${prefix}${name}`;
    const below =
      inner['properties'] === undefined ? [] : fieldsOf(inner, `${path}${field['type'] === 'array' ? '[]' : ''}.`);
    const says = [...(required.includes(name) ? [] : ['optional']), ...(describes(field) ? [field.description] : [])];
    return [{ name: `\`${path}\``, type: typeOf(field), says: says.join('; ') }, ...below];
  });
}

function describes(field: Schema): field is Schema & { description: string } {
  return typeof field['description'] === 'string';
}

function typeOf(field: Schema): string {
  if (Array.isArray(field['enum'])) return field['enum'].map((word) => `\`${String(word)}\``).join(', ');
  if (field['const'] !== undefined) return `\`${JSON.stringify(field['const'])}\``;
  if (field['type'] === 'array') return `list of ${typeOf(asSchema(field['items']))}`;
  if (Array.isArray(field['type'])) return field['type'].join(' or ');
  const bounds = [field['minimum'], field['maximum']].filter((bound) => typeof bound === 'number');
  const type = typeof field['type'] === 'string' ? field['type'] : 'any';
  return bounds.length === 0 ? type : `${type}, ${bounds.join(' to ')}${bounds.length === 1 ? ' or more' : ''}`;
}

/** Fields of an answer that is no error. */
function requiredOf(schema: Schema): unknown {
  const ways: readonly unknown[] = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  return asSchema(ways[0])['required'];
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
