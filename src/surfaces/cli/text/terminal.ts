import type { CliIo, Output } from '../io.js';

/** What may be written to a stream: how wide, with colours, with signs beyond ASCII. */
export interface Terminal {
  readonly columns: number;
  readonly colour: boolean;
  /** Whether signs such as a check mark may stand in the report's own words. Never in a pipe. */
  readonly unicode: boolean;
}

const narrowest = 20;
const widthOfPipe = 80;

/** NO_COLOR beats FORCE_COLOR beats what the stream is (no-color.org, force-color.org). */
export function terminalOf(stream: Output, env: CliIo['env']): Terminal {
  const columns = stream.columns ?? Number.parseInt(env['COLUMNS'] ?? '', 10);
  return {
    columns: Math.max(narrowest, Number.isSafeInteger(columns) && columns > 0 ? columns : widthOfPipe),
    colour: wantsColour(stream, env),
    unicode: stream.isTTY === true && speaksUnicode(env),
  };
}

function wantsColour(stream: Output, env: CliIo['env']): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

function speaksUnicode(env: CliIo['env']): boolean {
  if (env['TERM'] === 'dumb' || env['TERM'] === 'linux') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  return locale === undefined || /utf-?8/i.test(locale);
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
