import { embeddedVerdict } from './embedded-verdict.js';
import { fromEmbedded, type Round } from './round.js';

/**
 * Confidence of a round, 0-100: the least confident seat speaks for all. The embedded seats are one reviewer in several
 * roles, so their confidence follows from all their findings together (SPEC 5.5). 0 when nobody gave an opinion.
 */
export function confidenceOf(round: Round): number {
  const stated = round.opinions
    .filter(({ seat, failure }) => seat.driver !== 'embedded' && failure === undefined)
    .map(({ confidence }) => confidence);
  const embedded = round.opinions.some(({ seat, failure }) => seat.driver === 'embedded' && failure === undefined);
  if (embedded)
    stated.push(
      embeddedVerdict(
        fromEmbedded(round).map(({ severity }) => severity),
        round.embedded,
      ).confidence,
    );
  return stated.length === 0 ? 0 : Math.min(...stated);
}
