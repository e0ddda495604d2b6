import { isAbsolute } from 'node:path';
import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { isRefusal, refuse, type Problem, type Refusal } from '../../../domain/model/refusal.js';
import { expandHome } from './config-file.js';
import { configSchema, type ChannelConfig } from './schema.js';
import { secretKey } from '../signature.js';
import { readTrusted, type TrustedFile } from './trusted-file.js';

export interface ConfigSurroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Directories that must not hold the configuration: real paths of the repository under review. */
  readonly outside: readonly string[];
}

/** The channels a user set up; undefined where there is no configuration. Refused when it is wrong or may not be trusted. */
export async function readConfig(
  file: string,
  { env, outside }: ConfigSurroundings,
): Promise<readonly ChannelConfig[] | undefined | Refusal> {
  if (!isAbsolute(file))
    return refuse('config_invalid', `COUNTERSIGN_CONFIG is ${file}`, 'Give it as an absolute path, or unset it.');
  const found = await readTrusted(file, outside);
  if (found === undefined || isRefusal(found)) return found;
  const channels = parse(found.text, file);
  if (isRefusal(channels)) return channels;
  if (channels.some((channel) => channel.type === 'webhook' && channel.secret !== undefined) && found.readByOthers)
    return openToOthers(file);
  return withSecrets(channels, { env, outside });
}

function parse(text: string, file: string): readonly ChannelConfig[] | Refusal {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', prettyErrors: false });
  const at = (offset: number) => ({ line: lines.linePos(offset).line, column: lines.linePos(offset).col });
  const [fault] = document.errors;
  if (fault !== undefined) return invalid(file, [{ file, ...at(fault.pos[0]), message: fault.message }]);
  const parsed = configSchema.safeParse(document.toJS({ maxAliasCount: 20 }) ?? {});
  if (parsed.success) return parsed.data.notifications?.channels ?? [];
  return invalid(
    file,
    parsed.error.issues.map((issue) => ({
      file,
      ...at(offsetOf(document, issue.path)),
      key: issue.path.map(String).join('.'),
      message: wordsOf(issue),
    })),
  );
}

/** Never with the value that was found: it may be a secret. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message.replace(/, received .*$/u, '');
  return `${issue.keys.join(', ')}: no key that is known here`;
}

/** Of the value at a path, of the nearest thing around it where it is absent. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range !== undefined && node.range !== null) return node.range[0];
  }
  return 0;
}

async function withSecrets(
  channels: readonly ChannelConfig[],
  { env, outside }: ConfigSurroundings,
): Promise<readonly ChannelConfig[] | Refusal> {
  const complete: ChannelConfig[] = [];
  for (const channel of channels) {
    if (channel.type !== 'webhook' || channel.secret_file === undefined) complete.push(channel);
    else {
      const secret = await readSecret(expandHome(channel.secret_file, env), outside);
      if (typeof secret !== 'string') return secret;
      complete.push({ ...channel, secret });
    }
  }
  return complete;
}

async function readSecret(file: string, outside: readonly string[]): Promise<string | Refusal> {
  const found: TrustedFile | undefined | Refusal = await readTrusted(file, outside);
  if (isRefusal(found)) return found;
  if (found === undefined) return invalid(file, [{ file, message: 'there is no such file' }]);
  if (found.readByOthers) return openToOthers(file);
  const secret = found.text.trim();
  if (secretKey(secret) === undefined)
    return invalid(file, [{ file, message: 'expected whsec_ and 24 to 64 bytes in base64' }]);
  return secret;
}

function openToOthers(file: string): Refusal {
  return refuse('config_untrusted', `${file} holds a secret and others may read it`, `chmod 600 ${file}`);
}

function invalid(file: string, problems: readonly Problem[]): Refusal {
  return {
    refused: true,
    code: 'config_invalid',
    message: `the configuration ${file} cannot be used`,
    remedy: 'Mend what is listed; docs/notifications.md describes every key.',
    problems,
  };
}
