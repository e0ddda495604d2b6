import { describe, expect, it } from 'vitest';
import { aFile, aFinding, changesRequested, decided } from '../../../../test/kit/review-document.js';
import type { Terminal } from '../text/terminal.js';
import { widthOf } from '../text/layout.js';
import { markdownReport } from '../formats/markdown.js';
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

  it('says in one line that it was interrupted, and how to run it again', () => {
    const document = decided('inconclusive');
    const unheard = { kind: 'cancelled', detail: 'This operation was aborted' } as const;
    const opinions = document.opinions.map((each) => ({ ...each, failure: unheard }));
    const reason = 'it was interrupted before every reviewer had answered';
    const rule = { id: 'review.interrupted', result: 'unsatisfied', reason } as const;
    const decision = { ...document.decision!, rules: [rule, ...document.decision!.rules] };
    const report = textReport({ ...document, opinions, decision }, pipe, 'brief');
    expect(report).toMatch(/^INTERRUPTED .*\nit was interrupted before every reviewer had answered\n\n/u);
    expect(report.slice(report.indexOf('\nNext\n'))).toMatch(
      /^\nNext\n {2}- Run it again:\n {6}countersign review.*\n {2}- See everything/u,
    );
  });

  it.each(['approved', 'changes-requested'] as const)('is short in brief when %s', async (outcome) => {
    const document = outcome === 'approved' ? decided('approved') : changesRequested();
    await expect(textReport(document, pipe, 'brief')).toMatchFileSnapshot(golden(`${outcome}.brief.txt`));
  });

  it('shows what the creator asked, and what each reviewer answered', () => {
    const document = decided('approved');
    const request = { by: 'ada', proved: true, title: null, confidence: null, changesMade: null };
    const [first, ...more] = document.opinions;
    const opinions = [{ ...first!, answers: ['No, it cuts.'] }, ...more];
    const report = textReport({ ...document, opinions, request: { ...request, questions: ['Does it round?'] } }, pipe);
    expect(report).toContain('    asked: Does it round?\n    answer: No, it cuts.\n');
  });

  it('names earlier opinions as void, and says when the branch has moved on', () => {
    const document = decided('approved');
    const seat = { role: 'bob', driver: 'mcp' as const };
    const at = '2026-01-01T00:00:00.000Z';
    const earlierOpinions = [{ revision: 0, seat, verdict: 'changes_requested' as const, confidence: 80, at }];
    const change = { ...document.change, movedOn: { branch: 'topic', head: 'f'.repeat(40) } };
    const report = textReport({ ...document, earlierOpinions, change }, pipe);
    expect(report).toContain(
      'Earlier opinions: void, the content changed since\n  revision 0  bob@mcp  changes requested 80\n',
    );
    expect(report.replace(/\s+/g, ' ')).toContain(
      'topic is at ffffffffffff now, with other content: the verdict above is about',
    );
    expect(textReport(document, pipe)).not.toMatch(/Moved on|Earlier opinions/);
  });

  it('fits an approval on a screen in brief, however many files and rules there are, and hides nothing unread', () => {
    const document = decided('approved');
    const files = Array.from({ length: 900 }, (_, index) =>
      aFile(
        `packages/p${index % 7}/file${index}.ts`,
        index % 3 === 0 ? { coverage: 'excluded', coverageRule: 'media' } : {},
      ),
    );
    const unread = aFile('src/unread.ts', { coverage: 'partly_shown', coverageRule: 'cut' });
    const rules = Array.from({ length: 40 }, (_, index) => ({
      id: `rule.${index}`,
      result: 'satisfied' as const,
      reason: 'holds',
    }));
    const checklist = document.checklist.map(({ name }) => ({
      name,
      required: true,
      answer: true,
      minorFindings: 0,
      settledBy: [],
    }));
    const report = textReport(
      {
        ...document,
        checklist,
        change: { ...document.change, notes: [], protectedPaths: [], files: [...files, unread] },
        decision: { ...document.decision!, rules },
      },
      pipe,
      'brief',
    );
    expect(report.split('\n').length).toBeLessThan(31);
    expect(report).toMatch(/src\/unread\.ts .* partly shown: cut/u);
    expect(report).toContain('(300 files)');
    expect(report).toContain('Checklist: 6 of 6 plainly met\n');
    expect(report).toContain('Rules: 40 of 40 satisfied\n');
    expect(report).toContain('countersign show 01K3ZQ5T8D0R7W2XHBN4VY6MCA');
  });

  it('names what was not checked for one reason in one line, and each by itself in full', () => {
    const document = decided('inconclusive');
    const open = (name: string, reason: string) => ({
      ...{ name, required: true, answer: null, reason, minorFindings: 0, settledBy: [] },
    });
    const checklist = [open('one', 'nobody reads it'), open('two', 'nobody reads it'), open('three', 'too long')];
    const brief = textReport({ ...document, checklist }, { ...pipe, columns: 200 }, 'brief');
    expect(brief).toMatch(/\? +one, two not checked: .*nobody reads it\n +\? +three not checked: .*too long\n/u);
    const full = textReport({ ...document, checklist }, { ...pipe, columns: 200 });
    expect(full).toMatch(/\? +one not checked: .*nobody reads it\n +\? +two not checked: .*nobody reads it\n/u);
  });

  it('gives the time of the run that embedded seats share once, and that of any other seat beside it', () => {
    const document = decided('approved');
    const [auditor] = document.opinions;
    const embedded = { ...auditor!, durationMs: 812 };
    const agent = { ...auditor!, seat: { role: 'lead', driver: 'acp' as const }, durationMs: 61_000 };
    const report = textReport({ ...document, opinions: [embedded, embedded, agent] }, pipe);
    expect(report).toContain('Reviewers: 2 embedded in 812 ms\n');
    expect(report.match(/812 ms/gu)).toHaveLength(1);
    expect(report).toContain('lead@acp');
    expect(report).toContain(', 1 min 1 s:');
  });

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

  it('folds thousands of entries that were not reviewed, counts them, and keeps the one of another kind', () => {
    const document = decided('inconclusive');
    const files = Array.from({ length: 3000 }, (_, index) =>
      aFile(`packages/p${index % 7}/f${index}.ts`, { coverage: index === 321 ? 'unreadable' : 'not_shown' }),
    );
    const report = textReport({ ...document, change: { ...document.change, files } }, pipe);
    expect(report).toContain('packages/p6/f321.ts');
    expect(report).toMatch(/packages\/p0\/ \(429 files\)\s+\+5148 -1287\s+not shown/u);
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
    expect(report).toMatch(/Review again:\n {6}countersign review [0-9a-f]{12}\.\.[0-9a-f]{12}\n/u);
  });

  it.each([
    ['last commit on main (9c8d7e6f9c8d)', ''],
    ['HEAD~3..', ' HEAD~3..'],
    ['@{u}..', " '@{u}..'"],
  ])('reviews the same change again: %s', (title, words) => {
    const document = changesRequested();
    const report = textReport({ ...document, change: { ...document.change, title } }, pipe);
    expect(report).toContain(`Review again:\n      countersign review${words}\n`);
  });

  it('reviews again what was made of a commit since: that one stays as it is', () => {
    const document = changesRequested();
    const { base } = document.change;
    const report = textReport({ ...document, change: { ...document.change, title: 'commit 9c8d7e6f9c8d' } }, pipe);
    expect(report).toContain(`Review again:\n      countersign review ${base.slice(0, 12)}..HEAD\n`);
  });

  it('does not offer to review again what the same reviewers could only say the same of', () => {
    expect(textReport(decided('inconclusive'), pipe)).not.toContain('countersign review');
  });
});

describe('a review that an agent has to come to', () => {
  it('ends in the command that hands it over, not in the one that asked nobody', () => {
    const open = { ...decided('inconclusive'), unanswered: ['bob@mcp'] };
    const report = textReport(open, pipe);
    expect(report).toContain('bob@mcp comes by itself');
    expect(report).toMatch(/^ {6}countersign request/mu);
    expect(report).not.toContain('countersign review');
  });

  it('is reviewed again where who kept silent can be asked', () => {
    const report = textReport({ ...decided('inconclusive'), unanswered: ['claude@cli'] }, pipe);
    expect(report).toMatch(/^ {6}countersign review/mu);
    expect(report).not.toContain('countersign request');
  });
});

describe('what nobody with a credential settled', () => {
  const claimed = {
    state: 'dismissed' as const,
    actor: 'otter',
    reason: 'trust me',
    at: '2026-03-04T11:58:00.000Z',
    authority: 'claimed' as const,
  };
  const document = (findings: ReturnType<typeof aFinding>[]) => ({ ...changesRequested(), findings });
  const words = (text: string) => text.replaceAll(/\s+/gu, ' ');

  it('still counts in every figure, and the report says what would settle it', () => {
    const report = words(textReport(document([aFinding('01F', { state: 'dismissed', disposition: claimed })]), pipe));
    expect(report).toContain('Findings: 1 open finding (1 important), 1 of them settled by a mere claim');
    expect(report).toContain(
      'open: dismissal claimed by otter, waits for a person who did not make the change: trust me',
    );
    expect(report).toContain('Mend the 1 open finding above.');
    expect(report).toContain('otter settled 1 finding by a claim, which changes no decision.');
    expect(report).toContain(
      'counts once a person with COUNTERSIGN_TOKEN who did not make the change says so: countersign findings dismiss 01F',
    );
  });

  it('is not what settled a finding that was found fixed, or wrong, since', () => {
    const since = { disposition: claimed, counts: false, verifiedBy: 'cora' };
    const fixed = document([aFinding('01F', { ...since, state: 'resolved' })]);
    expect(words(textReport(fixed, pipe))).toContain('resolved: cora found it fixed');
    expect(markdownReport(fixed)).toContain('(resolved: cora found it fixed)');
    const wrong = document([aFinding('01F', { ...since, state: 'refuted' })]);
    expect(words(textReport(wrong, pipe))).toContain('refuted: cora judged it wrong');
    for (const report of [fixed, wrong]) expect(textReport(report, pipe)).not.toContain('by otter');
  });

  it('of a person alone says that nobody reviewed it', () => {
    const document = decided('approved');
    const person = { name: 'nina', note: 'goes in', at: '2026-01-01T00:00:00.000Z', against: [] };
    const alone = { ...document, opinions: [], decision: { ...document.decision!, person } };
    const report = textReport(alone, pipe);
    expect(report).toContain('Nobody else reviewed it');
    expect(report).not.toContain('No rule stood open');
    expect(textReport({ ...alone, opinions: document.opinions }, pipe)).not.toContain('Nobody else reviewed it');
  });

  it('is told from what a person settled after the decision', () => {
    const settled = { ...claimed, authority: 'human' as const, at: '2026-03-04T12:30:00.000Z' };
    const report = words(
      textReport(document([aFinding('01F', { counts: false, state: 'dismissed', disposition: settled })]), pipe),
    );
    expect(report).toContain('Findings: no open finding, 1 dismissed');
    expect(report).toContain('1 finding was settled since this decision: review again.');
    expect(report).not.toContain('claim');
  });
});
