import { describe, expect, it } from 'vitest';
import { matches } from '../../adapters/policy-file/glob.js';
import type { PathFact } from '../model/policy.js';
import { defaultPolicy } from './default-policy.js';
import { pathFacts } from './path-facts.js';

function fact(path: string): PathFact {
  return pathFacts(defaultPolicy, [path], matches)[0]!;
}

describe('what the default policy says about a path', () => {
  it.each([
    '.countersign/policy.yaml',
    '.countersign/a/b',
    'CODEOWNERS',
    '.github/CODEOWNERS',
    'docs/CODEOWNERS',
    'AGENTS.md',
    'packages/api/AGENTS.md',
    'agents.md',
    'CLAUDE.md',
    'GEMINI.md',
    '.cursorrules',
    '.cursor/rules/a.mdc',
    '.claude/settings.json',
    'sub/.codex/config.toml',
    '.mcp.json',
    '.github/copilot-instructions.md',
  ])('protects %s', (path) => {
    expect(fact(path)).toMatchObject({ protected: true, sensitive: true });
  });

  it.each(['src/index.ts', 'README.md', 'docs/agents-guide.md', 'src/owners/codeowners.ts', 'countersign/policy.yaml'])(
    'does not protect %s',
    (path) => {
      expect(fact(path)).toEqual({ path, actionTypes: [], sensitive: false, protected: false, excludable: [] });
    },
  );

  it('calls workflows and places of authentication sensitive, without a type', () => {
    for (const path of ['.github/workflows/ci.yml', 'src/auth/session.ts', 'lib/payments/charge.py', 'app/.npmrc']) {
      expect(fact(path)).toMatchObject({ sensitive: true, protected: false, actionTypes: [] });
    }
    expect(fact('src/author.ts').sensitive).toBe(false);
  });

  it('calls only well-known places security or migration', () => {
    expect(fact('.gitleaks.toml').actionTypes).toEqual(['security_change']);
    expect(fact('db/migrations/0001_users.sql').actionTypes).toEqual(['database_migration']);
    expect(fact('docs/migrations/guide.md').actionTypes).toEqual([]);
    expect(fact('SECURITY.md').actionTypes).toEqual([]);
  });

  it('may exclude media, whatever the case of the name, and nothing protected', () => {
    expect(fact('assets/Logo.PNG').excludable.map((rule) => rule.name)).toEqual(['media']);
    expect(fact('assets/logo.svg').excludable).toEqual([]);
    expect(fact('.claude/logo.png').excludable).toEqual([]);
  });
});
