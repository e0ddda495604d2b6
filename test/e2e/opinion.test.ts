import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from '../kit/project.js';

const answer = `**Verdict: request changes**

## Findings

- \`src/sum.ts:12\` **critical**: the total is read before it is written.
`;

describe('opinion read', () => {
  it('shows the verdict, the findings with their place, and how it was read', async () => {
    const on = new Project().write({ 'answer.md': answer });
    const { code, stdout } = await on.run(['opinion', 'read', 'answer.md']);
    expect(code).toBe(0);
    expect(stdout).toContain('CHANGES REQUESTED');
    expect(stdout).toMatch(/src\/sum\.ts:12 {2}critical {2}the total is read/u);
    expect(stdout).toContain('How it was read');
    expect(stdout).toContain('  in all  changes_requested: ');
    expect(stdout).not.toContain('line 0');
  });

  it('prints one documented object with --json', async () => {
    const on = new Project().write({ 'answer.md': 'Not approved yet.' });
    const { stdout } = await on.run(['opinion', 'read', 'answer.md', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'countersign/opinion-reading@1' });
    expect((JSON.parse(stdout) as { verdict: string }).verdict).not.toBe('approved');
  });

  it('an answer without the nonce that was demanded decides nothing', async () => {
    const on = new Project().write({ 'answer.md': 'Verdict: approved' });
    const { stdout } = await on.run(['opinion', 'read', 'answer.md', '--nonce', 'n0nce', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'inconclusive', obstacle: 'nonce' });
  });

  it('a file that is not there is refused', async () => {
    const on = new Project();
    const { code, stderr } = await on.run(['opinion', 'read', join(on.directory, 'none.md')]);
    expect(code).toBe(2);
    expect(stderr).toContain('none.md');
  });
});
