/**
 * Files and directories by which a repository configures agents: instructions, settings, hooks, plug-ins, servers of the Model
 * Context Protocol, and environment files that some agents load by themselves. Names, lower case, at any depth.
 */
const names: ReadonlySet<string> = new Set([
  // Instructions
  ...[
    'agents.md',
    'agents.override.md',
    'agent.md',
    'claude.md',
    'claude.local.md',
    'gemini.md',
    'qwen.md',
    'crush.md',
  ],
  ...['copilot-instructions.md', '.cursorrules', '.windsurfrules', '.clinerules', '.roorules', '.goosehints', '.rules'],
  // Directories of settings, hooks, skills, commands
  ...[
    '.agents',
    '.claude',
    '.codex',
    '.gemini',
    '.qwen',
    '.opencode',
    '.copilot',
    '.cursor',
    '.windsurf',
    '.cline',
    '.roo',
  ],
  ...[
    '.kilocode',
    '.continue',
    '.junie',
    '.kiro',
    '.amazonq',
    '.augment',
    '.factory',
    '.goose',
    '.pi',
    '.crush',
    '.vibe',
  ],
  ...['.claude-plugin', '.vscode', '.devcontainer', '.idea'],
  // Files of settings and servers
  ...['.mcp.json', 'mcp.json', 'opencode.json', 'opencode.jsonc', 'crush.json', '.crush.json', '.aider.conf.yml'],
  ...['.claude.json', '.geminiignore', '.cursorignore', '.qwenignore', '.aiexclude'],
  // What runtimes and package managers below an agent read
  ...['.env', '.envrc', 'bunfig.toml', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.bashrc', '.profile'],
]);

/** Directories below `.github` that Copilot reads. */
const ofGithub: ReadonlySet<string> = new Set([
  'instructions',
  'agents',
  'prompts',
  'skills',
  'hooks',
  'mcp.json',
  'copilot',
]);

/** Appended to the name of what would configure an agent: its bytes stay readable, and no agent takes them for its own. */
export const disarmed = '.under-review';

/**
 * Topmost parts of `paths` that would configure an agent, each once: `.claude` for `.claude/settings.json`. Their content is
 * data under review and never configuration (SPEC 9).
 */
export function agentFiles(paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    const index = parts.findIndex((name, at) => isAgentFile(name, parts[at - 1]));
    if (index >= 0) found.add(parts.slice(0, index + 1).join('/'));
  }
  return [...found];
}

function isAgentFile(name: string, parent: string | undefined): boolean {
  const plain = name.normalize('NFKC').toLowerCase();
  if (names.has(plain) || plain.startsWith('.env.')) return true;
  return parent?.toLowerCase() === '.github' && ofGithub.has(plain);
}
