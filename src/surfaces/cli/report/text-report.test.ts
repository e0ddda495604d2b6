import { describe, expect, it } from 'vitest';
import { aFile, changesRequested, decided } from '../../../../test/kit/review-document.js';
import type { Terminal } from '../text/terminal.js';
import { widthOf } from '../text/layout.js';
import { textReport } from './text-report.js';

const pipe: Terminal = { columns: 80, colour: false, unicode: false };
const golden = (name: string): string => `../../../../test/fixtures/cli/${name}`;

describe('the text report', () => {
  it.each([40, 80, 120])('reads well at %i columns', async (columns) => {
    const report = textReport(changesRequested(), { ...pipe, columns });
    await expect(report).toMatchFileSnapshot(golden(`changes-requested.${columns}.txt`));
  });

  it('has signs and colours on a terminal', async () => {
    const report = textReport(changesRequested(), { columns: 80, colour: true, unicode: true });
    await expect(report.replaceAll('\u001b', '<ESC>')).toMatchFileSnapshot(golden('changes-requested.terminal.txt'));
  });

  it.each(['approved', 'skipped', 'inconclusive', 'escalated', 'rejected', 'flagged', 'paused'] as const)(
    'says what to do next when %s',
    async (outcome) => {
      await expect(textReport(decided(outcome), pipe)).toMatchFileSnapshot(golden(`${outcome}.80.txt`));
    },
  );

  it('speaks ASCII in a pipe apart from what it quotes', () => {
    const own = textReport(changesRequested(), pipe).replaceAll(/決済|領収書|合計金額|合計|の|👩‍💻/gu, '');
    expect(own).toMatch(/^[\n\x20-\x7e]*$/u);
  });

  it('stays within a narrow terminal except for places and commands, which must stay whole', () => {
    const places = changesRequested().change.files.flatMap((file) => [file.path, file.oldPath ?? file.path]);
    const tooWide = textReport(changesRequested(), { ...pipe, columns: 40 })
      .split('\n')
      .filter(
        (line) =>
          widthOf(line) > 40 && !line.startsWith('      countersign ') && !places.some((place) => line.includes(place)),
      );
    expect(tooWide).toEqual([]);
  });

  it('folds a long inventory by directory and never hides what was not reviewed', () => {
    const document = decided('inconclusive');
    const files = Array.from({ length: 500 }, (_, index) =>
      aFile(`packages/p${index % 7}/src/file${index}.ts`, index === 321 ? { coverage: 'not_shown' } : {}),
    );
    const report = textReport({ ...document, change: { ...document.change, files } }, pipe);
    expect(report).toContain('packages/p6/src/file321.ts');
    expect(report).toContain('not shown');
    expect(report).toMatch(/packages\/p0\/src\/ \(72 files\)\s+\+864 -216\s+reviewed/u);
    expect(report.split('\n').length).toBeLessThan(60);
  });

  it('keeps every line of a change of thousands of directories countable', () => {
    const document = decided('approved');
    const files = Array.from({ length: 3000 }, (_, index) => aFile(`d${index}/e/f.ts`));
    const report = textReport({ ...document, change: { ...document.change, files } }, pipe);
    expect(report).toContain('./ (3000 files)');
  });

  it('puts no branch name that a shell would run into a command to copy', () => {
    const document = changesRequested();
    const title = 'main..$(touch${IFS}x)';
    const report = textReport({ ...document, change: { ...document.change, title } }, pipe);
    expect(report).toContain('Review again:\n      countersign review\n');
  });
});
