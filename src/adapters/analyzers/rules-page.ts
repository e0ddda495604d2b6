import type { RuleDoc } from './rule-catalogue.js';

/** docs/rules.md: one section for each family, one entry for each rule, in a form that the formatter leaves alone. */
export function rulesPage(docs: readonly RuleDoc[]): string {
  const families = [...new Set(docs.map(({ id }) => familyOf(id)))];
  const list = families.map((family) => {
    const count = docs.filter(({ id }) => familyOf(id) === family).length;
    return `- [${family}](#${family}): ${count} ${count === 1 ? 'rule' : 'rules'}`;
  });
  const sections = families.map((family) =>
    [`## ${family}`, ...docs.filter(({ id }) => familyOf(id) === family).map(entry)].join('\n\n'),
  );
  return `${[intro, list.join('\n'), ...sections].join('\n\n')}\n`;
}

const intro = `# Rules of the embedded reviewers

Generated from the rules themselves by \`npm run docs:rules\`. Only what a change did is judged: a finding stands on changed lines, and the base did not have it already. Critical and important findings ask for changes; up to two minor ones do not.`;

function familyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

function entry({ id, role, severity, lesser, languages, title, why, remedy, example }: RuleDoc): string {
  const facts = [
    `- Severity: ${severity}${lesser === undefined ? '' : `. ${sentence(lesser)}`}`,
    `- Raised by: ${role}`,
    `- Reads: ${languages === 'any' ? 'any text or entry' : languages.map(wordFor).join(', ')}`,
  ];
  const parts = [`### \`${id}\``, `${title}.`, facts.join('\n'), escaped(why), `What to do: ${escaped(remedy)}`];
  return [...parts, ...(example === undefined ? [] : [`\`\`\`\`\n${example}\n\`\`\`\``])].join('\n\n');
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`;
}

function wordFor(language: string): string {
  return language === 'unsupported' ? 'other programs' : language;
}

/** Prose of the catalogue is plain: what Markdown would read as markup is literal. */
function escaped(prose: string): string {
  return prose.replace(/(?<!`)([<>])(?!`)/g, '\\$1');
}
