import type { AnalyzedFile, SourceText } from './analyzer.js';

/** Words by which a generator marks its output; that a file speaks of generated things is no mark. */
const marker =
  /@generated\b|\bcode generated\b.*\bdo not edit\b|\bthis (file|code|module) (is|was|has been) (auto-?|automatically |machine[- ])?generated\b|^(auto-?generated|automatically generated|generated) (by|from|with|using|file\b.*do not edit)\b/i;

/** How a machine-written text is recognised: a header above the first code, or lines that no person types. */
export function generatedBy(source: SourceText): 'header' | 'minified' | undefined {
  if (headerOf(source).some((line) => marker.test(line))) return 'header';
  return isMinified(source) ? 'minified' : undefined;
}

/** What the comments above the first code say, without their marks. */
function headerOf({ lines }: SourceText): readonly string[] {
  const header: string[] = [];
  let inBlock = false;
  for (const line of lines.slice(0, 40)) {
    const opens = /^\s*(\/\*|<!--)/.test(line);
    if (!inBlock && !opens && !/^\s*(\/\/|#|--|;|$)/.test(line)) break;
    header.push(line.replace(/^\s*(\/\/+|\/\*+!?|\*+(?!\/)|#+!?|<!--|--|;+)?\s*/, ''));
    inBlock = (inBlock || opens) && !/\*\/|-->/.test(line);
  }
  return header;
}

/** Few very long lines: at least 5 kB with a mean line of more than 500 characters, long strings (paths of a drawing) apart. */
function isMinified({ text, lines }: SourceText): boolean {
  const isLong = (length: number): boolean => length > 5_000 && length / Math.max(1, lines.length) > 500;
  return isLong(text.length) && isLong(text.replace(/"[^"\n]{200,}"|'[^'\n]{200,}'/g, '""').length);
}

const foreignFolder = /(^|\/)(vendor|node_modules|third[_-]party|bower_components|dist|\.yarn)\//;

/** Whether the folder holds what is built or copied, by its name. */
export function isForeignPath(path: string): boolean {
  return foreignFolder.test(path);
}

/**
 * Nobody of the project wrote it, so nothing in it tells how the author worked, and rules about that are not applied. A mark
 * that a change pastes over code that was there before is believed by nobody.
 */
export function isForeign({ path, base, head }: Pick<AnalyzedFile, 'path' | 'base' | 'head'>): boolean {
  if (isForeignPath(path)) return true;
  return [base, head].every((side) => side === undefined || generatedBy(side) !== undefined);
}
