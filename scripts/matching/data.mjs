import { readFileSync } from 'node:fs';

/** Objects of a file of JSON lines; a line that is none says where it stands. */
export function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      try {
        return [JSON.parse(line)];
      } catch (error) {
        throw new Error(`${file}:${index + 1}: expected one JSON object a line`, { cause: error });
      }
    });
}

/** A finding as the data files write it, as a claim of the matcher. */
export function claimOf({ text, message, file, line, end_line: endLine, side }) {
  return {
    message: text ?? message ?? '',
    ...(file === undefined || file === null ? {} : { file }),
    ...(typeof line === 'number' ? { line } : {}),
    ...(typeof endLine === 'number' ? { endLine } : {}),
    ...(side === undefined ? {} : { side }),
  };
}

/** Pairs with their claims, and whether a claim names a file and line on both sides. */
export function readPairs(file) {
  return readLines(file).map((row, index) => {
    if (row.finding_a === undefined || row.finding_b === undefined) {
      throw new Error(`${file}: row ${index + 1}: expected finding_a and finding_b`);
    }
    const a = claimOf(row.finding_a);
    const b = claimOf(row.finding_b);
    return {
      id: row.id ?? String(index + 1),
      pr: row.pr ?? '',
      kind: row.kind ?? 'pair',
      tools: [row.tool_a, row.tool_b],
      same: row.same,
      contradiction: row.contradiction === true,
      located: a.file !== undefined && b.file !== undefined,
      a,
      b,
    };
  });
}

export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
