import type { Hit } from '../analyzer.js';

/** Says a minor thing once for each file: the first place stands for the others, whose lines it names. */
export function foldMinor(hits: readonly Hit[]): readonly Hit[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    if (hit.severity !== 'minor') continue;
    const key = `${hit.rule}\n${hit.file}\n${hit.side}`;
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  return hits.flatMap((hit) => {
    const group = groups.get(`${hit.rule}\n${hit.file}\n${hit.side}`);
    if (hit.severity !== 'minor' || group === undefined || group.length === 1) return [hit];
    return group[0] === hit ? [{ ...hit, message: `${hit.message} ${alsoAt(group.slice(1))}` }] : [];
  });
}

function alsoAt(others: readonly Hit[]): string {
  const lines = others.slice(0, 5).map((hit) => hit.line);
  const more = others.length > lines.length ? ` and ${others.length - lines.length} more` : '';
  return `The same at line${others.length === 1 ? '' : 's'} ${lines.join(', ')}${more}.`;
}
