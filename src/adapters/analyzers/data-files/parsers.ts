import { lineAt } from '../result.js';
import type { AnalyzedFile } from '../analyzer.js';

interface ParseError {
  readonly message: string;
  /** 1-based. */
  readonly line: number;
}

type Parse = (text: string) => ParseError | undefined;

/** The parser for a data file; libraries are loaded when the first file needs them. */
export async function parserOf({ language, path }: AnalyzedFile): Promise<Parse> {
  if (language === 'yaml') return yamlParser();
  if (language === 'toml') return tomlParser();
  if (path.endsWith('.json5')) return () => undefined;
  if (/\.(jsonl|ndjson)$/.test(path)) return () => undefined;
  return /(^|\/)(package|package-lock|composer)\.json$/.test(path) ? parseJson : parseLooseJson;
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
