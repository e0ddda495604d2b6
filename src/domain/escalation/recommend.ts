import type { Recommendation, Sensitivity } from '../model/escalation.js';

/** How often persons chose an option on earlier questions of the same kind. */
export interface EarlierChoice {
  readonly option: number;
  readonly times: number;
}

/**
 * The option chosen most often before, with the number of decisions it rests on; null without any, and where two options
 * were chosen equally often. It only counts, it never decides (SPEC 5.6).
 */
export function recommend(
  choices: readonly EarlierChoice[],
  whose: string,
  sensitivity: Sensitivity = 'normal',
): Recommendation | null {
  const counts = new Map<number, number>();
  for (const { option, times } of choices) counts.set(option, (counts.get(option) ?? 0) + times);
  const [first, second] = [...counts].map(([option, times]) => ({ option, times })).sort((a, b) => b.times - a.times);
  const evidence = [...counts.values()].reduce((sum, times) => sum + times, 0);
  if (first === undefined || first.times === second?.times) return null;
  const earlier = `earlier ${evidence === 1 ? 'decision' : 'decisions'} of this kind`;
  const where = sensitivity === 'normal' ? '' : ` on ${sensitivity} paths`;
  return {
    option: first.option,
    evidence,
    text: `${whose} chose ${position(first.option)} (option ${first.option}) in ${first.times} of ${evidence} ${earlier}${where}`,
  };
}

/** Options stand in a fixed order (`optionsFor`). */
function position(option: number): string {
  return { 1: "the creator's position", 2: "the reviewer's position" }[option] ?? 'a middle way';
}
