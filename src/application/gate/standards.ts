/** Where projects tell agents how they work, the first with a Standards section counts. */
const usual = ['AGENTS.md', 'CLAUDE.md'] as const;

/** Characters of the section that one prompt takes. */
const longest = 60_000;

export interface Standards {
  readonly file: string;
  readonly text: string;
}

/** The Standards section of the constitution, as the default branch accepted it (SPEC 2, rule 7); null where there is none. */
export async function readStandards(
  readFile: (path: string) => Promise<Uint8Array | undefined>,
  named: string | null,
): Promise<Standards | null> {
  for (const file of named === null ? usual : [named]) {
    const bytes = await readFile(file);
    const text = bytes === undefined ? undefined : standardsIn(new TextDecoder().decode(bytes));
    if (text !== undefined) return { file, text: text.slice(0, longest) };
  }
  return null;
}

/** The text below the first heading that names standards, down to the next heading that is not below it. */
export function standardsIn(markdown: string): string | undefined {
  const lines = headed(markdown);
  const from = lines.findIndex(({ depth, line }) => depth > 0 && /\bstandards\b/iu.test(line));
  const level = lines[from]?.depth ?? 0;
  if (level === 0) return undefined;
  const below = lines.slice(from + 1);
  const end = below.findIndex(({ depth }) => depth > 0 && depth <= level);
  const taken = end < 0 ? below : below.slice(0, end);
  const text = taken
    .map(({ line }) => line)
    .join('\n')
    .trim();
  return text === '' ? undefined : text;
}

/** Lines with the depth of the heading that each is, 0 for none; what stands in a code block is none. */
function headed(markdown: string): readonly { readonly line: string; readonly depth: number }[] {
  let fence = false;
  return markdown.split(/\r?\n/u).map((line) => {
    if (/^\s{0,3}(?:```|~~~)/u.test(line)) fence = !fence;
    return { line, depth: fence ? 0 : (/^(#{1,6})\s/u.exec(line)?.[1]?.length ?? 0) };
  });
}
