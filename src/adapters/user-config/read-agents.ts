import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type { AgentConfiguration, ConfiguredAgent } from '../../application/ports/user-configuration.js';
import { refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import { kebabCase } from '../../domain/policy/lookup.js';
import { agentsSchema, type AgentOfFile } from './schema.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the user's own configuration stands: `COUNTERSIGN_CONFIG`, else `countersign/config.yaml` in the XDG configuration
 * directory. Never in a repository, which could otherwise name programs to run (SPEC 2, rule 13).
 */
export function configurationFile(env: Environment): string {
  const named = env['COUNTERSIGN_CONFIG'];
  if (named !== undefined && named !== '') return expandHome(named, env);
  const xdg = env['XDG_CONFIG_HOME'];
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home(env), '.config');
  return join(base, 'countersign', 'config.yaml');
}

/** Key `agents` of the user's configuration; without a file there are none. `outside`: real paths that must not hold it. */
export function readAgents(env: Environment, outside: readonly string[]): AgentConfiguration | Refusal {
  const file = configurationFile(env);
  const text = trustedText(file, outside);
  if (text === undefined) return { file, agents: {} };
  if (typeof text !== 'string') return text;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', prettyErrors: false });
  const at = (offset: number) => ({ line: lines.linePos(offset).line, column: lines.linePos(offset).col });
  const [fault] = document.errors;
  if (fault !== undefined) return invalid(file, [{ file, ...at(fault.pos[0]), message: fault.message }]);
  const whole: unknown = document.toJS({ maxAliasCount: 20 });
  const section = typeof whole === 'object' && whole !== null && 'agents' in whole ? whole.agents : undefined;
  const parsed = agentsSchema.safeParse(section ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }): Problem => {
      const full = ['agents', ...path];
      return { file, ...at(offsetOf(document, full)), key: full.map(String).join('.'), message };
    });
    return invalid(file, problems);
  }
  const agents = Object.entries(parsed.data).map(([name, agent]) => [kebabCase(name), configured(agent, env)] as const);
  return { file, agents: Object.fromEntries(agents) };
}

function configured(agent: AgentOfFile, env: Environment): ConfiguredAgent {
  const { run, credentials, driver, via, role, family, model, endpoint, key_variable: keyVariable } = agent;
  return {
    env: agent.env,
    ...(driver !== undefined && { driver }),
    ...(via !== undefined && { via }),
    ...(role !== undefined && { role: kebabCase(role) }),
    ...(family !== undefined && { family }),
    ...(model !== undefined && { model }),
    ...(run !== undefined && { run: [expandHome(run[0], env), ...run.slice(1)] as const }),
    ...(credentials !== undefined && { credentials: expandHome(credentials, env) }),
    ...(endpoint !== undefined && { endpoint }),
    ...(keyVariable !== undefined && { keyVariable }),
  };
}

/** A file that makes this program run others must be the user's own (or root's) and writable by nobody else. */
function trustedText(file: string, outside: readonly string[]): string | undefined | Refusal {
  if (!isAbsolute(file)) return untrusted(file, 'is no absolute path');
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    return undefined;
  }
  const around = outside.find((top) => [file, real].some((path) => isInside(path, top)));
  if (around !== undefined) return untrusted(file, `lies inside of the repository ${around}`);
  const { uid, mode } = lstatSync(real);
  const user = process.getuid?.();
  if (user !== undefined && uid !== user && uid !== 0) return untrusted(file, 'belongs to another user');
  if (user !== undefined && (mode & 0o022) !== 0) return untrusted(file, 'may be written by others');
  return readFileSync(real, 'utf8');
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== '..');
}

function untrusted(file: string, why: string): Refusal {
  return refuse(
    'config_untrusted',
    `the configuration ${file} ${why}`,
    'It names programs to run: keep it outside of repositories, owned by you, with mode 600.',
  );
}

function invalid(file: string, problems: readonly Problem[]): Refusal {
  const remedy = 'Mend what is listed; docs/drivers.md describes the key `agents`.';
  return { ...refuse('config_invalid', `the configuration ${file} cannot be used`, remedy), problems };
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range !== undefined && node.range !== null) return node.range[0];
  }
  return 0;
}

function expandHome(path: string, env: Environment): string {
  return path.startsWith('~/') ? join(home(env), path.slice(2)) : path;
}

function home(env: Environment): string {
  const named = env['HOME'];
  return named !== undefined && isAbsolute(named) ? named : homedir();
}
