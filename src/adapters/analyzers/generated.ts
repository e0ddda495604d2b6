import type { SourceText } from './analyzer.js';

const marker =
  /@generated\b|\bcode generated\b.*\bdo not edit\b|\b(auto-?generated|automatically generated|generated (by|from|with) )|\bthis file is generated\b/i;

/** How a machine-written text is recognised: a header in the first lines, or lines that no person types. */
export function generatedBy(source: SourceText): 'header' | 'minified' | undefined {
  if (source.lines.slice(0, 12).some((line) => /^\s*(\/\/|\/\*|\*|#|<!--|--|;)/.test(line) && marker.test(line))) {
    return 'header';
  }
  return isMinified(source) ? 'minified' : undefined;
}

/** Few very long lines: at least 5 kB with a mean line of more than 500 characters. */
function isMinified({ text, lines }: SourceText): boolean {
  return text.length > 5_000 && text.length / Math.max(1, lines.length) > 500;
}
