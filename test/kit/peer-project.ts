import { Project } from './project.js';

/** Agents review each other, `critic` first and `second` after it; no embedded reviewer takes part. */
const policy = `
precheck: off
reviewer_matrix:
  '*': { primary: critic, backup: second, escalate: human }
agents:
  critic: { role: critic, driver: mcp }
  second: { role: second, driver: mcp }
criteria:
  '*':
    required:
      - correct: 'It does what it says'
`;

export interface PeerProject {
  readonly project: Project;
  /** Token of each agent that was added, by name. */
  readonly tokens: Readonly<Record<'maker' | 'critic' | 'second', string>>;
}

/** A real repository on a branch with one commit by `maker`, and three agents with tokens. */
export async function peerProject(): Promise<PeerProject> {
  const project = new Project();
  project.commit('chore: base', { '.countersign/policy.yaml': policy, 'sum.ts': sum('a - b') });
  project.git('checkout', '--quiet', '-b', 'topic');
  project.commitAs('maker', 'feat: add two numbers', { 'sum.ts': sum('a + b + 0') });
  const token = async (name: string) => {
    const { code, stdout, stderr } = await project.run(['agent', 'add', name, '--json']);
    if (code !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as { token: string }).token;
  };
  return {
    project,
    tokens: { maker: await token('maker'), critic: await token('critic'), second: await token('second') },
  };
}

export function sum(expression: string): string {
  return `export function sum(a: number, b: number): number {\n  return ${expression};\n}\n`;
}
