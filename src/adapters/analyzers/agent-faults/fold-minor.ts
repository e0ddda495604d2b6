import type { Hit } from '../analyzer.js';

/**
 * Says a minor thing once for the whole change: the first place stands for the others and names them. Three casts of one
 * kind are one remark, not three.
 */
export function foldMinor(hits: readonly Hit[]): readonly Hit[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    if (hit.severity !== 'minor') continue;
    groups.set(hit.rule, [...(groups.get(hit.rule) ?? []), hit]);
  }
  return hits.flatMap((hit) => {
    const group = groups.get(hit.rule) ?? [];
    if (hit.severity !== 'minor' || group.length === 1) return [hit];
    return group[0] === hit ? [{ ...hit, message: `${hit.message} ${alsoAt(hit, group.slice(1))}` }] : [];
  });
}

function alsoAt(first: Hit, others: readonly Hit[]): string {
  const places = others
    .slice(0, 5)
    .map((hit) => (hit.file === first.file ? `line ${hit.line}` : `${hit.file}:${hit.line}`));
  const more = others.length > places.length ? ` and ${others.length - places.length} more` : '';
  return `The same at ${places.join(', ')}${more}.`;
}
