import type { Review } from '../../model/review.js';
import { ineligible, isMeant, type Candidate, type Roster } from './obstacle.js';

/**
 * Who judges a contest: of the line the least loaded agent who could review and did not raise the finding. Load makes nobody
 * too busy, since a judgement is short. Undefined where there is none.
 */
export function chooseJudge(
  { peer }: Pick<Review, 'peer'>,
  roster: Roster,
  raisedBy: readonly string[],
): string | undefined {
  if (peer === null) return undefined;
  // Whoever had its turn in the round may still judge what others raised.
  const anew = { ...peer, tried: [] };
  const able = roster.agents.filter(
    (agent) =>
      peer.terms.line.some(({ who }) => isMeant(agent, who)) &&
      !raisedBy.includes(agent.name) &&
      ineligible(agent, anew, roster) === undefined,
  );
  const open = ({ name }: Candidate) => roster.load.get(name)?.open ?? 0;
  const [first] = [...able].sort((a, b) => open(a) - open(b) || (a.name < b.name ? -1 : 1));
  return first?.name;
}
