import type { ExclusionRule, PathRule } from '../model/policy.js';

/** Policy, ownership and what agents obey: a change there is never skipped (SPEC 2, rule 7). */
export const protectedGlobs: readonly string[] = [
  '.countersign/**',
  'CODEOWNERS',
  '.github/CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitlab/CODEOWNERS',
  '**/AGENTS.md',
  '**/AGENTS.override.md',
  '**/CLAUDE.md',
  '**/CLAUDE.local.md',
  '**/GEMINI.md',
  '**/REVIEW.md',
  '**/SKILL.md',
  '**/.cursorrules',
  '**/.windsurfrules',
  '**/.clinerules',
  '**/.cursor/**',
  '**/.claude/**',
  '**/.codex/**',
  '**/.gemini/**',
  '**/.opencode/**',
  '**/.mcp.json',
  'opencode.json',
  '.vscode/mcp.json',
  '.github/copilot-instructions.md',
  '.github/instructions/**',
  '.github/agents/**',
  '.github/prompts/**',
];

/** Places where a mistake costs more than elsewhere. Shown as sensitive; conditions can ask for it. */
const sensitiveGlobs: readonly string[] = [
  '.github/workflows/**',
  '.github/actions/**',
  '.gitlab-ci.yml',
  '**/{auth,authn,authz,oauth,crypto,payment,payments,billing}/**',
  '**/{.npmrc,.yarnrc.yml,.pypirc}',
  '.gitmodules',
];

/** Configuration of security scanners and of what may be decrypted: nothing else, since a wrong type is noise. */
const securityGlobs: readonly string[] = [
  '.gitleaks.toml',
  '.gitleaksignore',
  '.secretlintrc*',
  '.secretlintignore',
  '.snyk',
  '.trivyignore*',
  '.semgrep.yml',
  '.semgrepignore',
  '.semgrep/**',
  '.sops.yaml',
  '.github/codeql/**',
];

const migrationGlobs: readonly string[] = [
  '**/migrations/**/*.{sql,py,rb,js,cjs,mjs,ts,go,php}',
  '**/db/migrate/**/*.rb',
  '**/alembic/versions/*.py',
  '**/*.{up,down}.sql',
];

/** Always in force, before the paths of the file: a policy can add meaning to a path, not take protection away. */
export const builtInPaths: readonly PathRule[] = [
  ...protectedGlobs.map((glob): PathRule => ({ glob, sensitivity: 'protected' })),
  ...securityGlobs.map((glob): PathRule => ({ glob, actionType: 'security_change', sensitivity: 'sensitive' })),
  ...migrationGlobs.map((glob): PathRule => ({ glob, actionType: 'database_migration' })),
  ...sensitiveGlobs.map((glob): PathRule => ({ glob, sensitivity: 'sensitive' })),
];

/** What has no meaning to read; the bytes must agree with the name. */
export const defaultExclusions: readonly ExclusionRule[] = [
  {
    name: 'media',
    globs: [
      '**/*.{png,jpg,jpeg,gif,webp,avif,ico,bmp}',
      '**/*.{woff,woff2,ttf,otf,eot}',
      '**/*.{mp3,ogg,wav,mp4,webm}',
      '**/*.pdf',
    ],
    content: 'media',
  },
];
