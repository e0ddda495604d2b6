import { isAddedLine, touchesRange } from '../../domain/model/change.js';
import type { AnalyzedFile, Hit } from './analyzer.js';

/**
 * Keeps of what an analyzer saw on both sides what the change brought: a head hit on added lines (or of a kind that other lines bring) whose rule and line text
 * the base did not have already, counted one by one. Renames are followed; what moved between files of the change is not new. A line
 * without a word of its own, such as `} catch {}`, moves with the code above it and not alone.
 */
export function newHits(hits: readonly Hit[], files: readonly AnalyzedFile[]): readonly Hit[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const base = new Pool();
  for (const hit of hits) if (hit.side === 'base') base.add(traitsOf(hit, byPath.get(hit.file)));

  const candidates: { readonly hit: Hit; readonly traits: Traits }[] = [];
  for (const hit of hits) {
    const file = byPath.get(hit.file);
    if (hit.side !== 'head' || file === undefined) continue;
    const traits = traitsOf(hit, file);
    if (!isOnAddedLines(hit, file)) base.takeStaying(traits);
    else candidates.push({ hit, traits });
  }
  // Its own file's base answers first, so that a move does not use up what another file still has.
  const left = candidates.filter(({ traits }) => !base.take(traits));
  return left.filter(({ traits }) => !base.takeAny(traits)).map(({ hit }) => hit);
}

function isOnAddedLines(hit: Hit, { entry }: AnalyzedFile): boolean {
  if (hit.anywhere === true) return true;
  if (hit.line === 0) return entry.addedLines.length > 0;
  return hit.endLine === undefined
    ? isAddedLine(entry, hit.line)
    : touchesRange(entry.addedLines, hit.line, Math.max(hit.line, hit.endLine));
}

/** By what a hit is known again on the other side. */
interface Traits {
  readonly file: string;
  readonly key: string;
  /** Words of the code above; undefined where the line has words enough. */
  readonly above: ReadonlySet<string> | undefined;
}

function traitsOf(hit: Hit, file: AnalyzedFile | undefined): Traits {
  const lines = file?.[hit.side]?.lines ?? [];
  const text = hit.line === 0 ? '' : (lines[hit.line - 1]?.trim() ?? '');
  const isSpeaking = hit.line === 0 || ownWords(text).length > 0;
  return { file: hit.file, key: `${hit.rule}\n${text}`, above: isSpeaking ? undefined : wordsAbove(lines, hit.line) };
}

const common =
  /^(try|catch|except|finally|else|if|err|error|ex|exc|exception|baseexception|ignored?|as|async|await|return|null|nil|none|undefined|true|false|pass|continue|break|void|then|const|let|var|function|def|self|this|new|in|of|is|not|end|do)$/i;

function ownWords(text: string): readonly string[] {
  return (text.match(/[A-Za-z_$][\w$]+/g) ?? []).filter((word) => !common.test(word));
}

/** Of the nearest line that has any, at most six lines up: lines further up are alike in many functions. */
function wordsAbove(lines: readonly string[], line: number): ReadonlySet<string> {
  const speaking = lines
    .slice(Math.max(0, line - 7), line - 1)
    .map(ownWords)
    .filter((words) => words.length > 0);
  return new Set(speaking.at(-1));
}

/** One of them says enough of what the other does. */
function isAlike(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  if (a === undefined || b === undefined || (a.size === 0 && b.size === 0)) return true;
  return 2 * [...a].filter((word) => b.has(word)).length >= Math.min(a.size, b.size);
}

/** Hits of one text that are looked through for one with the same code above: a flood of handlers costs no flood of looks. */
const lookedAt = 100;

/** Hits of the base that no hit of the head has answered yet. */
class Pool {
  private readonly left = new Map<string, Map<string, Traits[]>>();

  add(traits: Traits): void {
    const byFile = this.left.get(traits.key) ?? new Map<string, Traits[]>();
    const list = byFile.get(traits.file) ?? [];
    list.push(traits);
    byFile.set(traits.file, list);
    this.left.set(traits.key, byFile);
  }

  /** The hit is on a line that the change left alone: the base has it, whatever stands above it now. */
  takeStaying(traits: Traits): void {
    if (!this.take(traits)) this.listOf(traits.key, traits.file).shift();
  }

  take({ key, file, above }: Traits): boolean {
    const list = this.listOf(key, file);
    const at = list.slice(0, lookedAt).findIndex((other) => isAlike(other.above, above));
    if (at >= 0) list.splice(at, 1);
    return at >= 0;
  }

  takeAny(traits: Traits): boolean {
    const files = [...(this.left.get(traits.key) ?? [])].filter(([, list]) => list.length > 0);
    return files.slice(0, lookedAt).some(([file]) => this.take({ ...traits, file }));
  }

  private listOf(key: string, file: string): Traits[] {
    return this.left.get(key)?.get(file) ?? [];
  }
}
