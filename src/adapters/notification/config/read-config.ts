import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import { expandHome } from '../../user-config/config-file.js';
import { invalid, readSection } from '../../user-config/read-section.js';
import { readTrusted } from '../../user-config/trusted-file.js';
import { notificationsSchema, type ChannelConfig } from './schema.js';
import { secretKey } from '../signature.js';

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
  const found = await readSection(file, 'notifications', notificationsSchema, outside);
  if (found === undefined || isRefusal(found)) return found;
  const channels = found.value?.channels ?? [];
  if (channels.some((channel) => channel.type === 'webhook' && channel.secret !== undefined) && found.readByOthers)
    return openToOthers(file);
  return withSecrets(channels, { env, outside });
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
  const found = await readTrusted(file, outside);
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
