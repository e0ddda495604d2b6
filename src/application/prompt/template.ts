/** Words in double braces that a template may hold, and what stands for them. */
export type Values<Name extends string> = Readonly<Record<Name, string>>;

export interface TemplateProblem {
  /** 1-based; 1 for what is missing altogether. */
  readonly line: number;
  readonly message: string;
}

const placeholder = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** What keeps a template from being used: words nobody knows, and words that it can't do without. */
export function templateProblems(
  template: string,
  known: readonly string[],
  needed: readonly string[],
): readonly TemplateProblem[] {
  const used = [...template.matchAll(placeholder)].map((match) => ({
    name: match[1] ?? '',
    line: template.slice(0, match.index).split('\n').length,
  }));
  return [
    ...used
      .filter(({ name }) => !known.includes(name))
      .map(({ name, line }) => ({ line, message: `nothing is called {{${name}}}` })),
    ...needed
      .filter((name) => !used.some((each) => each.name === name))
      .map((name) => ({ line: 1, message: `{{${name}}} is missing` })),
  ];
}

/**
 * Fills a template once: what stands in a value is never taken for a placeholder. A line that holds nothing but empty values
 * goes, and the blank line after it.
 */
export function fill<Name extends string>(template: string, values: Values<Name>): string {
  const known: Readonly<Record<string, string | undefined>> = values;
  const lines: string[] = [];
  let dropped = false;
  for (const line of template.split('\n')) {
    const filled = line.replace(placeholder, (whole, name: string) => known[name] ?? whole);
    const empty = filled.trim() === '';
    const drop = empty && (line.trim() !== '' || dropped);
    if (!drop) lines.push(filled);
    dropped = empty && line.trim() !== '';
  }
  return lines.join('\n');
}
