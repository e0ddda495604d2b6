import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import { distance } from 'fastest-levenshtein';
import type { ConditionVariables, EvaluateCondition } from '../../domain/policy/facts.js';

/** Variables of a condition, with their CEL types and what docs/policy.md says of them. */
export const conditionVariableDocs: Readonly<Record<keyof ConditionVariables, readonly [type: string, string]>> = {
  action_type: ['string', 'the type of the change, named by the caller or found'],
  creator: ['string', 'role or name of who made the change'],
  files: ['int', 'number of changed files'],
  added: ['int', 'added lines, binaries not counted'],
  deleted: ['int', 'deleted lines, binaries not counted'],
  paths: ['list<string>', 'changed paths'],
  sensitive: ['bool', 'whether a path is sensitive or protected'],
  protected: ['bool', 'whether a path is protected'],
  proof: ['string', 'comments_only, formatting_only, docs_only or no_code where that is proved, else empty'],
  autonomy: ['string', 'autonomy level that the caller vouches for, else empty'],
};

/** Regular expressions can take exponential time on a hostile path. */
const refusedCalls: ReadonlySet<string> = new Set(['matches']);
const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

export interface ConditionMistake {
  readonly message: string;
  /** Characters from the start of the condition. */
  readonly offset: number;
  readonly nearest?: string;
}

let shared: Environment | undefined;

function environment(): Environment {
  if (shared !== undefined) return shared;
  const limits = { maxAstNodes: 500, maxDepth: 32, maxListElements: 200, maxMapEntries: 0, maxCallArguments: 8 };
  shared = new Environment({ limits });
  for (const [name, [type]] of Object.entries(conditionVariableDocs)) shared.registerVariable(name, type);
  return shared;
}

/** What is wrong with a condition; undefined when it can be evaluated to true or false. */
export function checkCondition(condition: string): ConditionMistake | undefined {
  const checked = environment().check(condition);
  if (!checked.valid) return mistakeOf(checked.error, condition);
  if (checked.type !== 'bool') {
    return { message: `must be true or false, but is of type ${checked.type ?? 'unknown'}`, offset: 0 };
  }
  return costMistake(environment().parse(condition).ast, false);
}

function mistakeOf(error: unknown, condition: string): ConditionMistake {
  if (!(error instanceof Error)) return { message: 'cannot be read', offset: 0 };
  const summary = 'summary' in error && typeof error.summary === 'string' ? error.summary : error.message;
  const start = 'range' in error && isRange(error.range) ? error.range.start : 0;
  const kind = error instanceof ParseError ? 'is no condition' : 'cannot hold';
  const message = `${kind}: ${firstLine(summary)}`;
  const unknown = /^Unknown variable: (\w+)/.exec(summary)?.[1];
  const near = unknown === undefined ? undefined : nearestVariable(unknown);
  const offset = Math.min(start, condition.length);
  return near === undefined ? { message, offset } : { message, offset, nearest: near };
}

function isRange(value: unknown): value is { start: number } {
  return typeof value === 'object' && value !== null && 'start' in value && typeof value.start === 'number';
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

function nearestVariable(word: string): string | undefined {
  return Object.keys(conditionVariableDocs)
    .map((name) => ({ name, far: distance(word, name) }))
    .filter(({ name, far }) => far <= Math.max(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.far - b.far)[0]?.name;
}

/** Calls and nestings whose cost a hostile change could drive up. */
function costMistake(node: ASTNode, inMacro: boolean): ConditionMistake | undefined {
  const call = node.op === 'rcall' || node.op === 'call' ? node.args[0] : undefined;
  if (call !== undefined && refusedCalls.has(call)) {
    return { message: `${call}() is not available: use contains, startsWith or endsWith`, offset: node.start };
  }
  const isMacro = call !== undefined && macros.has(call);
  if (isMacro && inMacro) return { message: `${call}() inside another loop is not available`, offset: node.start };
  for (const child of childrenOf(node)) {
    const mistake = costMistake(child, inMacro || isMacro);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function childrenOf(node: ASTNode): ASTNode[] {
  const args: unknown = node.args;
  return (Array.isArray(args) ? args.flat(2) : [args]).filter(isNode);
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value && 'start' in value;
}

type Compiled =
  { readonly mistake: ConditionMistake } | { readonly run: (context: Record<string, unknown>) => unknown };

/** A policy asks the same few conditions of every change; a server sees many policies. */
const remembered = new Map<string, Compiled>();
const mostRemembered = 1000;

function compiled(condition: string): Compiled {
  const known = remembered.get(condition);
  if (known !== undefined) return known;
  const mistake = checkCondition(condition);
  const made = mistake === undefined ? { run: environment().parse(condition) } : { mistake };
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(condition, made);
  return made;
}

/** Evaluates over the documented variables and nothing else; it reaches no file, clock or network. */
export const evaluateCondition: EvaluateCondition = (condition, variables) => {
  const ready = compiled(condition);
  if ('mistake' in ready) return { ok: false, reason: ready.mistake.message };
  const context = {
    ...variables,
    files: BigInt(variables.files),
    added: BigInt(variables.added),
    deleted: BigInt(variables.deleted),
  };
  try {
    const value: unknown = ready.run(context);
    return typeof value === 'boolean' ? { ok: true, value } : { ok: false, reason: 'the result is not true or false' };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? firstLine(error.message) : 'unknown error' };
  }
};
