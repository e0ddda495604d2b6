import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileDocument, hostileText } from '../../../../test/kit/hostile-document.js';
import { githubCommands } from '../formats/github.js';
import { markdownReport } from '../formats/markdown.js';
import { textReport } from './text-report.js';

/** Anything but a line feed that moves, hides, colours or turns. */
const obeyed = /[\p{Cc}\p{Cs}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
const withoutLineFeeds = (text: string): string => text.replaceAll('\n', '');

describe('whatever a repository puts into any field', () => {
  it.each([20, 40, 80, 120])('the text report at %i columns holds nothing that a terminal obeys', (columns) => {
    fc.assert(
      fc.property(hostileDocument(hostileText), (document) => {
        const report = textReport(document, { columns, colour: false, unicode: false });
        expect(withoutLineFeeds(report)).not.toMatch(obeyed);
      }),
      { numRuns: 60 },
    );
  });

  it('the coloured report holds no codes but its own colours', () => {
    fc.assert(
      fc.property(hostileDocument(hostileText), (document) => {
        const report = textReport(document, { columns: 80, colour: true, unicode: true });
        // eslint-disable-next-line no-control-regex -- the report's own colour codes are what is looked for
        expect(withoutLineFeeds(report.replaceAll(/\u001b\[\d+m/gu, ''))).not.toMatch(obeyed);
      }),
      { numRuns: 60 },
    );
  });

  it('every line of the github format is one command of ours', () => {
    fc.assert(
      fc.property(hostileDocument(hostileText), (document) => {
        const lines = githubCommands(document).trimEnd().split('\n');
        const open = document.findings.filter((finding) => finding.counts).length;
        expect(lines).toHaveLength(open + 1);
        for (const line of lines) {
          expect(line).toMatch(/^::(?:error|warning|notice) (?:(?:file|line|endLine|title)=[^:,]*(?:,|(?=::)))+::/u);
          expect(line).not.toContain('##[');
          expect(line).not.toMatch(obeyed);
        }
      }),
    );
  });

  it('the Markdown holds no HTML but its own, no mention, no link', () => {
    fc.assert(
      fc.property(hostileDocument(hostileText), (document) => {
        const report = markdownReport(document);
        expect(withoutLineFeeds(report)).not.toMatch(obeyed);
        const prose = withoutCode(report);
        expect(prose.replaceAll(/<\/?details(?: open)?>|<\/?summary>|<br>/gu, '')).not.toMatch(/[<>]/u);
        expect(prose).not.toMatch(/@[\p{L}\p{N}]|(?<!&)#\d|\]\(|https?:|www\./u);
        expect(prose.match(/<details/gu)?.length).toBe(prose.match(/<\/details>/gu)?.length);
      }),
    );
  });
});

/** Markdown without its fenced blocks and code spans, in which code hosts look for nothing. */
function withoutCode(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const opening = /^(`{3,})(?:text)?$/u.exec(line)?.[1];
    if (fence === undefined && opening !== undefined) fence = opening;
    else if (fence !== undefined && line === fence) fence = undefined;
    else if (fence === undefined) lines.push(line.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gu, 'CODE'));
  }
  expect(fence).toBeUndefined();
  return lines.join('\n');
}
