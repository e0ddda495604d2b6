/** Turns comments that silence a tool into comments that do not, without moving a column. */
export function blunt(text: string): string {
  return text
    .replace(/\b(eslint|oxlint|biome|tslint|jscpd|cpd|secretlint)([-:]{1,2} ?)(d)(isable|ig)/g, '$1$2D$4')
    .replace(/\b(jscpd|biome|cpd|oxlint)([-:]\s?)i(gnore)/g, '$1$2I$3')
    .replace(/#(\s*(?:ruff|flake8)\s*:\s*)n(oqa)/gi, '#$1x$2')
    .replace(/#(\s*)noqa/gi, '#$1noqx');
}
