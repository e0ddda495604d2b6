import { lineAt } from '../result.js';
import { lineParser } from './line-formats.js';
import { cssParser, dockerfileParser, htmlParser, mdxParser, xmlParser } from './markup-parsers.js';
import type { Parse, ParseError } from './parse.js';
import type { ParsedText } from './text-kind.js';

/** The parser of a kind of text; libraries are loaded when the first file needs them. */
export async function parserOf(kind: ParsedText, path: string): Promise<Parse> {
  switch (kind) {
    case 'json':
      return /(^|\/)(package|package-lock|composer)\.json$/.test(path) ? parseJson : parseLooseJson;
    case 'json-lines':
      return parseJsonLines;
    case 'yaml':
      return yamlParser();
    case 'toml':
      return tomlParser();
    case 'xml':
      return xmlParser();
    case 'html':
      return htmlParser();
    case 'css':
      return cssParser();
    case 'mdx':
      return mdxParser();
    case 'dockerfile':
      return dockerfileParser();
    default:
      return lineParser(kind);
  }
}

function parseJsonLines(text: string): ParseError | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    const error = line.trim() === '' ? undefined : parseJson(line);
    if (error !== undefined) return { ...error, line: index + 1 };
  }
  return undefined;
}

function parseJson(text: string): ParseError | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /position (\d+)/.exec(error.message)?.[1];
    const line = position === undefined ? text.split('\n').length : lineAt(text, Number(position));
    return { message: error.message.replace(/ in JSON at position.*| \(line.*/s, '').slice(0, 160), line };
  }
}

/** Many tools take comments and trailing commas in files named `.json`; what is wrong beside these is wrong for all. */
function parseLooseJson(text: string): ParseError | undefined {
  const strict = parseJson(text);
  if (strict === undefined) return undefined;
  const plain = text
    .replace(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (token) =>
      token.startsWith('"') ? token : token.replace(/[^\n]/g, ' '),
    )
    .replace(/"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])/g, (token) => (token === ',' ? ' ' : token));
  return plain.trim() === '' && text.trim() !== '' ? undefined : parseJson(plain);
}

async function yamlParser(): Promise<Parse> {
  const { parseAllDocuments } = await import('yaml');
  return (text) => {
    const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: true });
    const error = Array.isArray(documents) ? documents.flatMap(({ errors }) => errors)[0] : undefined;
    return error && { message: error.message.slice(0, 160), line: lineAt(text, error.pos[0]) };
  };
}

async function tomlParser(): Promise<Parse> {
  const { parse, TomlError } = await import('smol-toml');
  return (text) => {
    try {
      parse(text);
      return undefined;
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      return { message: (error.message.split('\n')[0] ?? '').slice(0, 160), line: error.line };
    }
  };
}
