import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PermissionOption } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTo, saidOf, whyRefused } from './permission.js';

type Update = Parameters<typeof saidOf>[0];

let head: string;
beforeEach(() => {
  head = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-permission-')));
  mkdirSync(join(head, 'src'));
  writeFileSync(join(head, 'src/a.ts'), 'a\n');
});
afterEach(() => rmSync(head, { recursive: true, force: true }));

describe('a call of a tool', () => {
  it.each<[string, () => readonly Update[]]>([
    ['reads a file', () => [{ kind: 'read', locations: [{ path: join(head, 'src/a.ts') }] }]],
    ['names its file in its input alone', () => [{ kind: 'read', rawInput: { file: join(head, 'src/a.ts') } }]],
    ['searches', () => [{ kind: 'search', rawInput: { pattern: 'TODO' } }]],
    ['was announced before', () => [{ kind: 'read', locations: [{ path: 'src/a.ts' }] }, {}]],
  ])('is allowed that %s', (_what, said) => {
    expect(whyRefused(said().map(saidOf), head)).toBeUndefined();
  });

  it.each<[string, () => readonly Update[]]>([
    ['edits', () => [{ kind: 'edit', locations: [{ path: join(head, 'src/a.ts') }] }]],
    ['runs something', () => [{ kind: 'execute' }]],
    ['calls out', () => [{ kind: 'fetch' }]],
    ['changes the mode', () => [{ kind: 'switch_mode' }]],
    ['does not say what it does', () => [{}]],
    ['does not say what it reads', () => [{ kind: 'read' }]],
    ['now reads what it was to run', () => [{ kind: 'execute' }, { kind: 'read', locations: [{ path: head }] }]],
    ['reads above', () => [{ kind: 'read', locations: [{ path: join(head, '../x') }] }]],
    ['reads elsewhere', () => [{ kind: 'read', locations: [{ path: '/etc/passwd' }] }]],
    [
      'reads elsewhere beside',
      () => [{ kind: 'read', locations: [{ path: join(head, 'src/a.ts') }], rawInput: { paths: ['/etc/passwd'] } }],
    ],
    ['searches upwards', () => [{ kind: 'search', rawInput: { glob: '../../**' } }]],
    ['searches by an address', () => [{ kind: 'search', rawInput: { in: 'https://example.invalid/' } }]],
    [
      'carries a change',
      () => [{ kind: 'read', locations: [{ path: head }], content: [{ type: 'diff', path: 'a', newText: 'b' }] }],
    ],
  ])('is refused that %s', (_what, said) => {
    expect(whyRefused(said().map(saidOf), head)).toMatch(/./u);
  });
});

describe('the answer', () => {
  const option = (kind: PermissionOption['kind']): PermissionOption => ({ kind, name: kind, optionId: kind });

  it('allows once, and never always', () => {
    const both = [option('allow_always'), option('allow_once')];
    expect(answerTo(both, true)).toEqual({ outcome: { outcome: 'selected', optionId: 'allow_once' } });
    expect(answerTo([option('allow_always')], true)).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  it('refuses in whatever words there are', () => {
    expect(answerTo([option('allow_once'), option('reject_always')], false)).toEqual({
      outcome: { outcome: 'selected', optionId: 'reject_always' },
    });
    expect(answerTo([option('allow_once')], false)).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});
