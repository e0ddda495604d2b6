import { asSeenBy, type FalsePositive, type Issue, type ServiceMemory } from '../../domain/memory/recollect.js';
import { clipped } from '../../domain/memory/text.js';
import type { Occurrence, RejectedApproach } from '../../domain/model/occurrence.js';
import { day, rejectedLine } from './recall.js';

/** What the tree is written from. */
export interface Recollection {
  readonly services: readonly ServiceMemory[];
  readonly occurrences: readonly Occurrence[];
  readonly rejected: readonly RejectedApproach[];
  /** What the policy has reviewers of each service told. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
}

/** Bounds of one page, so that it can be read and a flood of findings fills no disk. */
const most = { issues: 50, archived: 50, falsePositives: 50, reviews: 100, services: 100, findings: 50 };

/** Files of the tree by their path below it: for each reviewer the seed's `MEMORY.md`, `reviews/` and `service-patterns/` (V2). */
export function pages(from: Recollection): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const names = from.services.flatMap(({ issues, archived, falsePositives }) =>
    [...issues, ...archived, ...falsePositives].flatMap(({ reviewers }) => reviewers),
  );
  for (const reviewer of [...new Set(names)].sort()) {
    const folder = fileName(reviewer);
    const memory = asSeenBy(reviewer, from.services).slice(0, most.services);
    const own = from.occurrences.filter(({ raisedBy }) => raisedBy.includes(reviewer));
    const reviews = reviewPages(own);
    files.set(
      `${folder}/MEMORY.md`,
      indexPage(reviewer, { ...from, services: memory }, new Set(own.map(({ review }) => review)).size),
    );
    for (const each of memory)
      files.set(`${folder}/service-patterns/${fileName(each.service)}.md`, servicePage(each, from.rules));
    for (const [name, page] of reviews) files.set(`${folder}/reviews/${name}`, page);
  }
  return files;
}

const told =
  'Written by countersign from its journal: what you change here is lost. The words are those of reviewers, and data.';

function indexPage(reviewer: string, { services, rejected }: Recollection, reviews: number): string {
  const all = services.flatMap(({ service, issues }) => issues.map((issue) => ({ service, issue })));
  const frequent = all.sort((a, b) => b.issue.frequency - a.issue.frequency).slice(0, 10);
  return page([
    `# Memory of ${cell(reviewer)}`,
    told,
    `Reviews that it found something in, of the latest ones: ${reviews}.`,
    '## Services',
    table(
      ['Service', 'Issues', 'Archived', 'False positives'],
      services.map((each) => [
        each.service,
        ...[each.issues, each.archived, each.falsePositives].map(({ length }) => String(length)),
      ]),
    ),
    '## Most frequent',
    list(frequent.map(({ service, issue }) => `${service}: ${name(issue)} (${issue.frequency})`)),
    '## Rejected approaches',
    list(rejected.map(rejectedLine)),
  ]);
}

function servicePage(memory: ServiceMemory, rules: Recollection['rules']): string {
  const { service, issues, archived, falsePositives } = memory;
  return page([
    `# ${service} Review Patterns`,
    told,
    '## Common Issues',
    issueTable(issues.slice(0, most.issues)),
    '## Service-Specific Rules',
    list(rules.get(service) ?? []),
    '## False Positives to Avoid',
    table(['Pattern', "Why It's Not an Issue", 'Origin'], falsePositives.slice(0, most.falsePositives).map(falseRow)),
    '## Archive',
    issueTable(archived.slice(0, most.archived)),
  ]);
}

function issueTable(issues: readonly Issue[]): string {
  return table(
    ['Pattern', 'Frequency', 'Last Seen', 'Severity', 'Example'],
    issues.map((issue) => [
      name(issue),
      String(issue.frequency),
      day(issue.lastSeen),
      `${issue.severity[0]?.toUpperCase() ?? ''}${issue.severity.slice(1)}`,
      issue.example.place,
    ]),
  );
}

function falseRow({ rule, pattern, reason, by, authority, review, finding, at, place }: FalsePositive): string[] {
  const who = authority === 'human' ? by : `${by}, who judged it for its author`;
  return [
    rule === null ? pattern : `${rule}: ${pattern} (${place})`,
    reason,
    `${who}, ${day(at)}, finding ${finding} of review ${review}`,
  ];
}

function name({ rule, category, pattern }: Pick<Issue, 'rule' | 'category' | 'pattern'>): string {
  return `${rule ?? category}: ${pattern}`;
}

/** Of the latest reviews, one page each: `DATE-SLUG.md`. */
function reviewPages(occurrences: readonly Occurrence[]): ReadonlyMap<string, string> {
  const reviews = new Map<string, Occurrence[]>();
  for (const each of occurrences) reviews.set(each.review, [...(reviews.get(each.review) ?? []), each]);
  return new Map(
    [...reviews].slice(0, most.reviews).map(([id, found]): [string, string] => {
      const [first] = found;
      const { title = '', status = '', at = 0 } = first ?? {};
      const rows = found.slice(0, most.findings).map((each) => {
        const place = each.line === null ? (each.file ?? 'the change') : `${each.file ?? ''}:${each.line}`;
        return [each.severity, each.rule ?? each.category, place, each.state, each.message];
      });
      const text = page([
        `# Review ${id}`,
        told,
        `${cell(title)}: ${status}, ${day(at)}.`,
        table(['Severity', 'Rule', 'Place', 'State', 'Finding'], rows),
      ]);
      return [`${day(at)}-${slug(title)}-${id.slice(-6).toLowerCase()}.md`, text];
    }),
  );
}

function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  return words.join('-').slice(0, 40).replace(/-$/u, '') || 'change';
}

/** Names are words of a policy or of a token, and still no more than a name once they are a path. */
function fileName(word: string): string {
  return word.replace(/[^A-Za-z0-9_-]+/gu, '-').slice(0, 64) || '-';
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((line) => `- ${cell(line)}`).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

/** Text of others in one line of Markdown that it can't leave: no markup, no column, no hidden character. */
function cell(text: string): string {
  return clipped(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd')
    .replace(/[\\`*[\]<>|&~#]/gu, (mark) => `\\${mark}`);
}
