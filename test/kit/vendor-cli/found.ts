import { Project } from '../project.js';
import { vendors } from './vendors.js';

/** A project that tests copy, with its store. */
export interface Founded {
  readonly directory: string;
  /** Token of each agent, by name. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** `countersign init` for every client, the policy, and an identity for each agent with its role. */
export async function found(
  policy: string,
  roles: Readonly<Record<string, string>>,
  whenOver: (remove: () => void) => void,
): Promise<Founded> {
  const project = new Project(whenOver).commit('Begin', { 'README.md': '# Sums\n' });
  const clients = Object.values(vendors).flatMap(({ client }) => ['--agent', client]);
  await succeed(project, ['init', ...clients]);
  project.commit('Countersign', { '.countersign/policy.yaml': policy });
  const tokens: Record<string, string> = {};
  for (const [name, role] of Object.entries(roles)) tokens[name] = await addAgent(project, name, role);
  return { directory: project.directory, tokens };
}

/** The token of a new agent. */
export async function addAgent(project: Project, name: string, role: string): Promise<string> {
  const added = await succeed(project, ['agent', 'add', name, '--role', role, '--json']);
  return (JSON.parse(added) as { readonly token: string }).token;
}

async function succeed(project: Project, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await project.run(args);
  if (code !== 0) throw new Error(`countersign ${args.join(' ')}: exit ${code}\n${stderr}`);
  return stdout;
}
