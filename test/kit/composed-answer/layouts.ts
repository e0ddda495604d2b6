import { type LineStyle, type Said, saidBy, standsAlone, writeLine } from './inline.js';
import { type Claim, degreeForms, degreeWords } from './wording.js';

/** Everything that was chosen for one answer. */
export interface Style extends LineStyle {
  readonly layout: keyof typeof layouts;
  readonly marker: (typeof markers)[number];
  readonly heading: (typeof headings)[number];
  readonly loose: boolean;
  readonly suggestion: (typeof suggestionForms)[number];
  readonly variant: number;
}

export const markers = ['- ', '* ', '+ ', '• ', '1. ', '1) ', '- [ ] '] as const;
export const headings = [
  undefined,
  '## Findings',
  '### Issues found',
  'Issues:',
  '**Findings:**',
  '**Issues**',
  '# Code review findings',
  '## Problems (2)',
  'I found the following issues:',
] as const;
export const suggestionForms = ['none', 'own line', 'bold', 'bullet', 'inline', 'block', 'arrow'] as const;

export interface Written {
  readonly text: string;
  readonly said: readonly Said[];
  /** The words alone tell that these are findings, whatever the verdict is. */
  readonly plain: boolean;
}

type Layout = (claims: readonly Claim[], style: Style) => Written;

const list: Layout = (claims, style) => {
  const items = claims.map((claim, index) => {
    const mark = markOf(style.marker, index);
    return `${mark}${hanging(writeLine(claim, style), mark)}${suggestionOf(claim, style, mark.length)}`;
  });
  return written(
    under(style.heading, items.join(style.loose ? '\n\n' : '\n')),
    claims,
    style,
    style.heading !== undefined,
  );
};

const paragraphs: Layout = (claims, style) => {
  const items = claims.map((claim) => `${flat(writeLine(claim, style))}${suggestionOf(claim, style, 0)}`);
  return written(under(style.heading, items.join('\n\n')), claims, style, style.heading !== undefined);
};

const groupTitles: readonly ((word: string) => string)[] = [
  (word) => `### ${word}`,
  (word) => `## ${word} issues`,
  (word) => `**${word}**`,
  (word) => `${word}:`,
  (word) => `#### ${word.toUpperCase()}`,
  (word) => `### ${word} (1)`,
  (word) => `**${word} severity:**`,
];

/** The degree stands over the findings. */
const groups: Layout = (claims, style) => {
  const own = { ...style, degree: undefined };
  const title = groupTitles[style.variant % groupTitles.length] ?? String;
  const sections = (['critical', 'important', 'minor'] as const).map((severity) => {
    const inside = claims.filter((claim) => claim.severity === severity);
    const words = degreeWords[severity].filter(
      (word) => !['suggestion', 'info', 'nit', 'warning', 'blocking'].includes(word),
    );
    const word = words[style.word % words.length] ?? severity;
    const body = inside.map((claim, index) => {
      const mark = markOf(style.marker, index);
      return `${mark}${hanging(writeLine(claim, own), mark)}${suggestionOf(claim, own, mark.length)}`;
    });
    const empty = style.loose ? 'None.' : '- No issues found';
    return `${title(word.charAt(0).toUpperCase() + word.slice(1))}\n${body.length === 0 ? empty : body.join('\n')}`;
  });
  const sorted = (['critical', 'important', 'minor'] as const).flatMap((severity) =>
    claims.filter((claim) => claim.severity === severity),
  );
  return {
    text: sections.join('\n\n'),
    said: sorted.map((claim) => ({ ...saidBy(claim, own), degree: true })),
    plain: true,
  };
};

const titles: readonly ((line: string, number: number) => string)[] = [
  (line) => `### ${line}`,
  (line, number) => `### ${number}. ${line}`,
  (line, number) => `#### Finding ${number}: ${line}`,
  (line, number) => `### Issue ${number} — ${line}`,
  (line, number) =>
    `**${number}. ${line.replace(/(?:\*\*|__)([^*_:]+)(?:\*\*|__) /g, '$1: ').replace(/\*\*|__/g, '')}**`,
  (line, number) => `## ${number}) ${line}`,
];

/** A heading for each finding, with prose under it. */
const titled: Layout = (claims, style) => {
  const title = titles[style.variant % titles.length] ?? String;
  const items = claims.map(
    (claim, index) =>
      `${title(flat(writeLine(claim, style)), index + 1)}\n\nThis was seen while following the callers.${suggestionOf(claim, style, 0)}`,
  );
  return written(under(style.heading, items.join('\n\n')), claims, style, style.heading !== undefined);
};

const columnNames = {
  degree: ['Severity', 'Priority', 'Level'],
  place: ['Location', 'File', 'Where', 'File:Line'],
  file: ['File', 'Path'],
  line: ['Line', 'Line(s)', 'Lines'],
  message: ['Issue', 'Description', 'Finding', 'Problem', 'Comment'],
  suggestion: ['Suggestion', 'Fix', 'Recommendation'],
} as const;
const columnOrders = [
  ['degree', 'place', 'message'],
  ['message', 'place', 'degree'],
  ['place', 'degree', 'message', 'suggestion'],
  ['degree', 'file', 'line', 'message'],
  ['file', 'line', 'degree', 'message', 'suggestion'],
  ['file', 'line', 'message'],
  ['message', 'degree', 'suggestion', 'file', 'line'],
  ['place', 'message'],
] as const;

const table: Layout = (claims, style) => {
  const columns = columnOrders[style.variant % columnOrders.length] ?? columnOrders[0];
  const numbered = style.loose;
  const header = columns.map((column) => {
    const names: readonly string[] = columnNames[column];
    return names[style.word % names.length] ?? '';
  });
  const degree = degreeForms[style.degree ?? ''] ?? degreeForms['capital'];
  const cell = (claim: Claim, column: keyof typeof columnNames): string => {
    const words = degreeWords[claim.severity];
    const lines = claim.endLine === undefined ? `${claim.line}` : `${claim.line}-${claim.endLine}`;
    if (column === 'degree')
      return degree?.write(words[style.word % words.length] ?? '', claim.severity).replace(/^.*everity:\W*/, '') ?? '';
    if (column === 'place') return `\`${claim.file}:${lines}\``;
    if (column === 'file') return style.order === 'dpm' ? claim.file : `\`${claim.file}\``;
    return column === 'line' ? lines : claim[column];
  };
  const row = (cells: readonly string[], number: string): string =>
    `| ${[...(numbered ? [number] : []), ...cells].join(' | ')} |`;
  const rows = claims.map((claim, index) =>
    row(
      columns.map((column) => cell(claim, column).replace(/\|/g, '\\|')),
      `${index + 1}`,
    ),
  );
  const text = [
    row(header, '#'),
    row(
      header.map(() => '---'),
      '---',
    ),
    ...rows,
  ].join('\n');
  const graded = (columns as readonly string[]).includes('degree');
  return {
    text: under(style.heading, text),
    said: claims.map((claim) => ({ claim, degree: graded, file: true, line: true })),
    plain: true,
  };
};

const fieldNames = {
  file: ['File', 'Path', 'File path'],
  line: ['Line', 'Lines', 'Line'],
  place: ['Location', 'File', 'Where'],
  degree: ['Severity', 'Priority', 'Severity level'],
  message: ['Issue', 'Problem', 'Description', 'Message', 'Finding'],
  suggestion: ['Suggestion', 'Fix', 'Recommendation', 'Suggested fix'],
} as const;
const fieldOrders = [
  ['file', 'line', 'degree', 'message', 'suggestion'],
  ['degree', 'file', 'line', 'message'],
  ['degree', 'place', 'message', 'suggestion'],
  ['place', 'degree', 'message'],
  ['file', 'line', 'message'],
  ['place', 'message', 'degree'],
] as const;
const fieldForms: readonly ((name: string, value: string, first: boolean) => string)[] = [
  (name, value) => `${name}: ${value}`,
  (name, value) => `**${name}:** ${value}`,
  (name, value) => `**${name}**: ${value}`,
  (name, value) => `- ${name}: ${value}`,
  (name, value) => `- **${name}**: ${value}`,
  (name, value, first) => `${first ? '- ' : '  '}${name}: ${value}`,
  (name, value, first) => `${first ? '1. ' : '   - '}**${name}:** ${value}`,
  (name, value) => `${name.toUpperCase()}: ${value}`,
  (name, value) => `* **${name}:** ${value}`,
];

/** A block of labelled lines for each finding. */
const fields: Layout = (claims, style) => {
  const order = fieldOrders[style.variant % fieldOrders.length] ?? fieldOrders[0];
  const form = fieldForms[Math.floor(style.variant / fieldOrders.length) % fieldForms.length] ?? String;
  const value = (claim: Claim, field: keyof typeof fieldNames): string => {
    const words = degreeWords[claim.severity];
    const lines = claim.endLine === undefined ? `${claim.line}` : `${claim.line}-${claim.endLine}`;
    if (field === 'degree') return words[style.word % words.length] ?? '';
    if (field === 'place') return `${claim.file}:${lines}`;
    if (field === 'file') return style.order === 'dpm' ? claim.file : `\`${claim.file}\``;
    return field === 'line' ? lines : claim[field];
  };
  const blocks = claims.map((claim, index) => {
    const rows = order.map((field, at) => {
      const names: readonly string[] = fieldNames[field];
      return form(names[style.word % names.length] ?? '', value(claim, field), at === 0);
    });
    return [...fieldTitle(style, index), ...rows].join('\n');
  });
  return {
    text: under(style.heading, blocks.join(style.marker === '* ' ? '\n\n---\n\n' : '\n\n')),
    said: claims.map((claim) => ({
      claim,
      degree: (order as readonly string[]).includes('degree'),
      file: true,
      line: true,
    })),
    plain: true,
  };
};

function fieldTitle({ marker }: Style, index: number): readonly string[] {
  if (marker === '1. ') return [`### Finding ${index + 1}`];
  if (marker === '1) ') return [`**Issue ${index + 1}**`];
  return marker === '• ' ? [`Finding ${index + 1}:`] : [];
}

/** One thing on the item's own line, the rest on points under it. */
const nested: Layout = (claims, style) => {
  const items = claims.map((claim, index) => {
    const mark = markOf(style.marker === '- [ ] ' ? '- ' : style.marker, index);
    const inner = `\n${' '.repeat(mark.length)}- `;
    const place = writeLine(
      { ...claim, message: '' },
      { ...style, degree: undefined, order: 'mpd', tail: ' — X', place: style.place ?? 'code' },
    ).replace(/^ — /, '');
    const words = degreeWords[claim.severity];
    const word = words[style.word % words.length] ?? '';
    const variants = [
      `${place}${inner}Severity: ${word}${inner}${claim.message}`,
      `${claim.message}${inner}File: ${place}${inner}Severity: ${word}`,
      `**${word}** ${claim.message}${inner}${place}`,
      `**${word}**${inner}${place}: ${claim.message}`,
      `${place}: ${claim.message}${inner}**Severity:** ${word}`,
      `[${word}] ${place}${inner}${claim.message}`,
      `${claim.message}${inner}Where: ${place}${inner}Severity: ${word}${inner}Fix: ${claim.suggestion}`,
    ];
    return `${mark}${variants[style.variant % variants.length] ?? ''}`;
  });
  return {
    text: under(style.heading, items.join(style.loose ? '\n\n' : '\n')),
    said: claims.map((claim) => ({ ...saidBy(claim, { degree: 'bold', place: style.place ?? 'code' }) })),
    plain: style.heading !== undefined,
  };
};

const fileTitles: readonly ((file: string) => string)[] = [
  (file) => `### \`${file}\``,
  (file) => `**${file}**`,
  (file) => `- \`${file}\``,
  (file) => `#### ${file}`,
  (file) => `\`${file}\`:`,
  (file) => `**File: ${file}**`,
  (file) => `### File: \`${file}\``,
];
const lineForms: readonly ((lines: string, first: string) => string)[] = [
  (lines) => `L${lines}: `,
  (lines, word) => `${word} ${lines}: `,
  (lines, word) => `**${word} ${lines}**: `,
  (lines, word) => `${word} ${lines} - `,
  (lines) => `\`L${lines}\` `,
  (lines, word) => `(${word.toLowerCase()} ${lines}) `,
];

/** The file stands over its findings. */
const byFile: Layout = (claims, style) => {
  const title = fileTitles[style.variant % fileTitles.length] ?? String;
  const form = lineForms[style.word % lineForms.length] ?? String;
  const indent = title('x').startsWith('- ') ? '  ' : '';
  const distinct = [...new Set(claims.map(({ file }) => file))];
  const sorted = distinct.flatMap((file) => claims.filter((claim) => claim.file === file));
  const blocks = distinct.map((file) => {
    const rows = claims
      .filter((claim) => claim.file === file)
      .map((claim) => {
        const lines = claim.endLine === undefined ? `${claim.line}` : `${claim.line}-${claim.endLine}`;
        const text = writeLine(claim, {
          ...style,
          place: undefined,
          lead: style.lead.startsWith('\n') ? ': ' : style.lead,
        });
        return `${indent}- ${form(lines, claim.endLine === undefined ? 'Line' : 'Lines')}${text}`;
      });
    return `${title(file)}\n${rows.join('\n')}`;
  });
  return {
    text: under(style.heading, blocks.join(indent === '' ? '\n\n' : '\n')),
    said: sorted.map((claim) => ({ claim, degree: style.degree !== undefined, file: true, line: true })),
    plain: true,
  };
};

export const layouts = { list, paragraphs, groups, titled, table, fields, nested, byFile } as const;

function written(text: string, claims: readonly Claim[], style: Style, headed: boolean): Written {
  return { text, said: claims.map((claim) => saidBy(claim, style)), plain: headed || standsAlone(style) };
}

function under(heading: string | undefined, text: string): string {
  return heading === undefined ? text : `${heading}\n\n${text}`;
}

function markOf(marker: string, index: number): string {
  return marker.replace('1', `${index + 1}`);
}

function hanging(text: string, mark: string): string {
  return text.replace(/\n\s*/g, `\n${' '.repeat(mark.length)}`);
}

function flat(text: string): string {
  return text.replace(/\n\s*/g, ' — ');
}

/** The suggestion below a finding, or nothing. */
function suggestionOf({ suggestion }: Claim, style: Style, width: number): string {
  const indent = `\n${' '.repeat(width)}`;
  switch (style.suggestion) {
    case 'own line':
      return `${indent}Suggestion: ${suggestion}`;
    case 'bold':
      return `${indent}**Fix:** ${suggestion}`;
    case 'bullet':
      return `${indent}- Suggested fix: ${suggestion}`;
    case 'inline':
      if (!style.order.endsWith('m')) return '';
      return ` Suggestion: ${suggestion}`;
    case 'arrow':
      return `${indent}→ ${suggestion}`;
    case 'block':
      return `${indent}\`\`\`suggestion${indent}${suggestion}${indent}\`\`\``;
    default:
      return '';
  }
}
