import type { PatternDraw } from '../model/pattern.js';

/** Hex digits of a digest that make a fraction: as many as a number holds exactly. */
const digits = 13;

/**
 * Draws a change for review with the given fraction. The seed is made when the change is submitted, so that nobody knows the draw before, and kept with it, so that
 * everybody can make it again (SPEC 7). `digest` gives `sha256` hex.
 */
export function draw(
  of: { readonly seed: string; readonly review: string; readonly fraction: number },
  digest: (text: string) => string,
): PatternDraw {
  const drawn = Number.parseInt(digest(`${of.seed} ${of.review}`).slice(0, digits), 16) / 16 ** digits;
  return { seed: of.seed, drawn, fraction: of.fraction, reviewed: drawn < of.fraction };
}
