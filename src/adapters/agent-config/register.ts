import type { Refusal } from '../../domain/model/refusal.js';
import type { ClientConfig, ConfigFile } from './clients.js';
import { registerInJson } from './json-config.js';
import { registerInToml } from './toml-config.js';

/**
 * The text with our server registered, everything else as it was, comments and layout included. A server of that name
 * that is there already is the user's own and stays as it is. Refused with `config_unreadable` where the file is
 * malformed or its servers are written in a form that can't be added to.
 */
export function register(client: ClientConfig, file: ConfigFile): string | Refusal {
  return client.format === 'json' ? registerInJson(client, file) : registerInToml(client, file);
}
