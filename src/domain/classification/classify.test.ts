import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangedFile, Commit } from '../model/change.js';
import type { PathFact } from '../model/policy.js';
import type { FileProof } from '../model/proof.js';
import type { Classification } from '../model/review.js';
import { classify } from './classify.js';

function file(path: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    status: 'M',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: 'a'.repeat(40),
    newBlob: 'b'.repeat(40),
    binary: false,
    added: 1,
    deleted: 1,
    addedLines: [[1, 1]],
    deletedLines: [[1, 1]],
    ...more,
  };
}

function commit(message: string): Commit {
  const person = { name: 'A', email: 'a@example.org' };
  return { id: 'c'.repeat(40), author: person, committer: person, message };
}

interface Case {
  readonly files?: readonly (string | ChangedFile)[];
  readonly messages?: readonly string[];
  readonly proofs?: Readonly<Record<string, FileProof['kind']>>;
  readonly facts?: readonly (Partial<PathFact> & { readonly path: string })[];
  readonly named?: string;
}

function classified({ files = ['src/a.ts'], messages = [], proofs = {}, facts = [], named }: Case): Classification {
  return classify({
    change: {
      files: files.map((each) => (typeof each === 'string' ? file(each) : each)),
      commits: messages.map(commit),
    },
    proofs: Object.entries(proofs).map(([path, kind]) => ({ path, kind, reason: 'test' })),
    pathFacts: facts.map((fact) => ({ actionTypes: [], sensitive: false, protected: false, excludable: [], ...fact })),
    ...(named === undefined ? {} : { namedType: named }),
  });
}

describe('by path', () => {
  it('calls a change of a protected path a policy change, whatever it is called and proved to be', () => {
    const facts = [{ path: 'AGENTS.md', protected: true, sensitive: true }];
    const found = classified({ files: ['AGENTS.md'], facts, named: 'fix_typo', proofs: { 'AGENTS.md': 'docs' } });
    expect(found).toMatchObject({ type: 'policy_change', protectedPaths: ['AGENTS.md'] });
    expect(found.proof).toBeUndefined();
    expect(found.reason).toContain("the caller's fix_typo can't lower that");
  });

  it('takes the strictest type of the path rules, else the first', () => {
    const facts = [
      { path: 'a', actionTypes: ['create_core'] },
      { path: 'b', actionTypes: ['database_migration', 'security_change'] },
    ];
    expect(classified({ facts }).type).toBe('security_change');
    expect(classified({ facts: facts.slice(0, 1), messages: ['feat: x'] }).type).toBe('create_core');
  });
});

describe('the type that a caller names', () => {
  it('holds where nothing stricter shows, and what the change shows is kept beside it', () => {
    expect(classified({ named: 'create_core', messages: ['fix: x'] })).toMatchObject({
      type: 'create_core',
      derivedType: 'bugfix',
    });
    expect(classified({ named: 'bugfix', messages: ['fix: x'] }).derivedType).toBeUndefined();
  });

  it('cannot lower what the change shows', () => {
    expect(classified({ named: 'refactor', messages: ['feat!: drop v1'] })).toMatchObject({ type: 'breaking_change' });
    const facts = [{ path: 'db/1.sql', actionTypes: ['database_migration'] }];
    expect(classified({ named: 'fix_typo', facts }).type).toBe('database_migration');
    expect(classified({ named: 'security_change', facts })).toMatchObject({
      type: 'security_change',
      derivedType: 'database_migration',
    });
  });

  it('keeps the proof, so that a trivial name can be backed', () => {
    expect(classified({ named: 'fix_typo', proofs: { 'src/a.ts': 'comments' } })).toMatchObject({
      type: 'fix_typo',
      proof: 'comments_only',
    });
    expect(classified({ named: 'fix_typo' }).proof).toBeUndefined();
  });
});

describe('by proof', () => {
  it.each([
    ['docs', 'update_readme', 'docs_only'],
    ['comments', 'add_comment', 'comments_only'],
    ['formatting', 'update_formatting', 'formatting_only'],
  ] as const)('%s of every file', (kind, type, proof) => {
    expect(classified({ files: ['a', 'b'], proofs: { a: kind, b: kind } })).toMatchObject({ type, proof });
  });

  it('a mix is trivial only when every file is proved', () => {
    const files = ['README.md', 'src/a.ts'];
    expect(classified({ files, proofs: { 'README.md': 'docs', 'src/a.ts': 'comments' } })).toMatchObject({
      type: 'add_comment',
      proof: 'no_code',
    });
    expect(classified({ files, proofs: { 'README.md': 'docs', 'src/a.ts': 'code' } }).proof).toBeUndefined();
    expect(classified({ files, proofs: { 'README.md': 'docs' } }).proof).toBeUndefined();
    expect(classified({ files: [] }).proof).toBeUndefined();
  });

  it.each([
    ['an executable', file('README.md', { newMode: '100755' })],
    ['a link', file('README.md', { newMode: '120000', status: 'T' })],
    ['a submodule', file('README.md', { oldMode: '160000', newMode: '160000' })],
    ['a binary', file('README.md', { binary: true })],
    ['an environment file', file('.env.production')],
    ['a private key', file('docs/id_rsa')],
    ['a renamed key', file('README.md', { status: 'R', oldPath: 'server.pem' })],
  ])('%s is never documentation', (_name, entry) => {
    expect(classified({ files: [entry], proofs: { [entry.path]: 'docs' } })).toMatchObject({ type: 'code_change' });
  });

  it('one file without proof undoes all the others', () => {
    const kinds = fc.constantFrom<FileProof['kind']>('docs', 'comments', 'formatting');
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 8 }), fc.nat(8), (proved, at) => {
        const all = [...proved];
        all.splice(at, 0, 'code');
        const proofs = Object.fromEntries(all.map((kind, index) => [`f${index}`, kind]));
        expect(classified({ files: Object.keys(proofs), proofs }).proof).toBeUndefined();
      }),
    );
  });
});

describe('by the messages', () => {
  it.each([
    ['feat: a', 'feature'],
    ['feat(api)!: a', 'breaking_change'],
    ['fix: a\n\nBREAKING CHANGE: b', 'breaking_change'],
    ['chore: a\n\nBREAKING-CHANGE: b', 'breaking_change'],
    ['Fix(ui): a', 'bugfix'],
    ['fixup! fix: a', 'bugfix'],
    ['refactor: a', 'refactor'],
    ['perf: a', 'performance_change'],
    ['chore: a', 'code_change'],
    ['Update things', 'code_change'],
    ['feature: no', 'feature'],
    ['Revert "feat!: a"', 'code_change'],
    ['feat:no space', 'code_change'],
    ['this is not a BREAKING CHANGE: really', 'code_change'],
  ])('%j is %s', (message, type) => {
    expect(classified({ messages: [message] }).type).toBe(type);
  });

  it('takes the weightiest of several', () => {
    expect(classified({ messages: ['docs: a', 'fix: b', 'feat: c'] }).type).toBe('feature');
  });

  it('believes a modest message only where the files bear it out', () => {
    const type = (message: string, ...files: string[]) => classified({ messages: [message], files });
    expect(type('test: a', 'src/a.test.ts').type).toBe('test_change');
    expect(type('test: a', 'src/a.test.ts', 'src/a.ts').type).toBe('code_change');
    expect(type('build(deps): a', 'package.json', 'package-lock.json').type).toBe('dependency_change');
    expect(type('fix(deps): a', 'go.mod').type).toBe('dependency_change');
    expect(type('build: a', 'Makefile').type).toBe('code_change');
    expect(type('docs: a', 'src/a.ts').type).toBe('code_change');
    expect(type('docs: a', 'src/a.ts').reason).toContain('not proved');
    expect(type('style: a', 'src/a.ts').reason).toContain('not proved');
  });

  it('says in a word where only tests are touched', () => {
    expect(classified({ files: ['tests/test_a.py', 'pkg/a_test.go'] }).type).toBe('test_change');
    expect(classified({ files: ['src/contest.ts'] }).type).toBe('code_change');
  });
});
