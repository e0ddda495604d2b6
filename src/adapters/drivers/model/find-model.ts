import type { ConfiguredAgent } from '../../../application/ports/user-configuration.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import type { DriverFound } from '../driver.js';
import type { Environment } from '../isolation/environment.js';
import { dialects, type Dialect } from './dialect.js';
import { modelDriver } from './model-driver.js';

type ModelVia = keyof typeof dialects;

/** The model that a seat names. Where its API is and which variable holds the key, only the user says. */
export function findModel(
  { name, entry }: SeatedAgent,
  own: ConfiguredAgent | undefined,
  env: Environment,
): DriverFound {
  const via = viaOf(name, own?.via ?? entry.via);
  if (via === undefined)
    return absent(`${name} names no kind of API: say via, one of ${Object.keys(dialects).join(', ')}`);
  const model = own?.model ?? entry.model;
  if (model === undefined) return absent(`${name} names no model`);
  const dialect = dialects[via];
  const variable = own?.keyVariable ?? dialect.keyVariable;
  const key = variable === undefined ? undefined : env[variable];
  // A server of the user's own may need none.
  if (variable !== undefined && key === undefined && own?.endpoint === undefined)
    return { failure: { kind: 'not_logged_in', detail: `the variable ${variable} is not set` } };
  return { driver: modelDriver({ dialect, endpoint: endpointOf(own, dialect), model, key }) };
}

function endpointOf(own: ConfiguredAgent | undefined, { endpoint }: Dialect): string {
  return (own?.endpoint ?? endpoint).replace(/\/+$/u, '');
}

function viaOf(name: string, said: string | undefined): ModelVia | undefined {
  const word = said ?? name;
  return isModelVia(word) ? word : undefined;
}

function isModelVia(word: string): word is ModelVia {
  return Object.hasOwn(dialects, word);
}

function absent(detail: string): DriverFound {
  return { failure: { kind: 'not_installed', detail } };
}
