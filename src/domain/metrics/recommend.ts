import { figuresOf, type Figure, type Group } from './figures.js';

/** Fewer reviews say nothing about a figure. */
export const enoughEvidence = 5;

/** What to look at first where a figure of PRS 13 misses its target. */
const advice: Readonly<Record<string, string>> = {
  'review time': 'Ask for smaller changes, or name a second reviewer for the type.',
  'queue time': 'Reviewers take long to begin: let an agent wait for work, or name a backup.',
  'first-pass approval':
    'Far below: run the embedded reviewers before asking. Far above: see whether reviewers look closely.',
  'revisions before approval': 'Agree on criteria earlier: let creators read them before they begin.',
  confidence: 'Reviewers are unsure: give them the specification, or a seat that knows the field.',
  coverage: 'Reviews stand open without a decision: see `countersign list --status pending`.',
  'skip rate':
    'Far below: see what may be switched on with `countersign patterns`. Far above: see which rules skip it with `countersign policy explain`.',
  'escalation rate': 'Persons are asked often: see the reasons with `countersign inbox`.',
  'skipped with a later bug':
    'See which pattern it was with `countersign patterns`, and give it a smaller fraction or disable it.',
  'human decision': 'Questions wait for a person: have them notified, or hand them on with `reassign`.',
};

/** One sentence for each figure that misses its target on enough reviews, and for the groups that miss it most. */
export function recommendations(figures: readonly Figure[], types: readonly Group[]): readonly string[] {
  return figures
    .filter(({ met, evidence }) => met === false && evidence >= enoughEvidence)
    .map((figure) => `${said(figure)} ${worst(figure, types)}${advice[figure.name] ?? ''}`.trim());
}

function said({ name, value, unit, target, evidence }: Figure): string {
  return `${sentenceCase(name)} is ${rounded(value ?? 0)} ${unit} over ${evidence} reviews (target: ${target ?? 'none'}).`;
}

/** The type of action that lies furthest off, where there are several to compare. */
function worst({ name, value }: Figure, types: readonly Group[]): string {
  const known = types.flatMap(({ name: type, counts }) => {
    const figure = figuresOf(counts).find((one) => one.name === name);
    return figure?.met === false && figure.evidence >= enoughEvidence && figure.value !== null
      ? [{ type, off: Math.abs(figure.value - (value ?? 0)), value: figure.value, unit: figure.unit }]
      : [];
  });
  const [first] = known.sort((a, b) => b.off - a.off);
  if (first === undefined || types.length < 2) return '';
  return `Most of all ${first.type}, at ${rounded(first.value)} ${first.unit}. `;
}

export function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
