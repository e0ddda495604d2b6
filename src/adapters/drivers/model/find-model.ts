import type { ConfiguredAgent } from '../../../application/ports/user-configuration.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import type { DriverFound } from '../driver.js';
import type { Environment } from '../isolation/environment.js';
import { dialects } from './dialect.js';
import { modelDriver } from './model-driver.js';

type ModelVia = keyof typeof dialects;

/** The model that a seat names. Where its API is and which variable holds the key, only the user says. */
export function findModel(
  { name, entry }: SeatedAgent,
  own: ConfiguredAgent | undefined,
  env: Environment,
): DriverFound {
  const via = own?.via ?? entry.via ?? name;
  if (!isModelVia(via))
    return absent(`${name} names no kind of API: say via, one of ${Object.keys(dialects).join(', ')}`);
  const model = own?.model ?? entry.model;
  if (model === undefined) return absent(`${name} names no model`);
  const dialect = dialects[via];
  const variable = own?.keyVariable ?? dialect.keyVariable;
  const key = variable === undefined ? undefined : env[variable];
  // A server of the user's own may need none.
  if (variable !== undefined && key === undefined && own?.endpoint === undefined)
    return { failure: { kind: 'not_logged_in', detail: `the variable ${variable} is not set` } };
  const endpoint = (own?.endpoint ?? dialect.endpoint).replace(/\/+$/u, '');
  return { driver: modelDriver({ dialect, endpoint, model, key }) };
}

function isModelVia(word: string): word is ModelVia {
  return Object.hasOwn(dialects, word);
}

function absent(detail: string): DriverFound {
  return { failure: { kind: 'not_installed', detail } };
}
