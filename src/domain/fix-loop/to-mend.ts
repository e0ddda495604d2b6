import type { Standing } from './loop.js';
import { counts } from '../model/finding.js';
import { everyFinding, type Review } from '../model/review.js';
import { standingOf } from './standing.js';

/** What counts against the content of a review: findings of all rounds, and required criteria that are not met. */
export function toMend(review: Review): readonly Standing[] {
  const findings = everyFinding(review).filter(counts);
  return [...findings.map((finding) => standingOf(finding, finding.id)), ...unmet(review)];
}

function unmet({ criteria, opinions, peer, decision }: Review): readonly Standing[] {
  const required = new Set(criteria.filter((each) => each.required).map(({ name }) => name));
  const round = decision === null && opinions.length === 0 ? (peer?.rounds.at(-1)?.opinions ?? []) : opinions;
  const found = new Map<string, Standing>();
  for (const { checklist } of round)
    for (const [name, { answer, reason = 'no reason was given' }] of Object.entries(checklist))
      if (answer === false && required.has(name) && !found.has(name))
        found.set(name, {
          key: `criterion ${name}`,
          severity: 'important',
          place: `criterion ${name}`,
          message: reason,
        });
  return [...found.values()];
}
