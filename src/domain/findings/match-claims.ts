/** What a text wants of the code it speaks of. */
export interface Demand {
  /** Words of what is missing and has to be added, and of what is too much and has to go. */
  readonly add: ReadonlySet<string>;
  readonly drop: ReadonlySet<string>;
  /** Names that should stand there, and names that stand there wrongly, lower case. */
  readonly right: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
}

const adding =
  /\b(?:missing|lacks?|lacking|without|needs?|requires?|must|should (?:add|use|have|check|guard|validate|include)|add|use|unguarded|unchecked)\b/iu;
const dropping =
  /\b(?:redundant|redundantly|unnecessary|unnecessarily|superfluous|needless|not needed|no longer needed|unneeded|pointless|should be (?:removed|deleted|dropped))\b/iu;
const codeName = /[A-Za-z_$][\w$]{2,60}/gu;
const swap = /\b(?:instead of|rather than)\s+[`'"]?(?:[A-Za-z_$][\w$]{0,60}\.){0,4}([A-Za-z_$][\w$]{2,60})/gu;
const remedy = /\b[Ss]hould (?:be|call|use)\s+[`'"]?(?:[A-Za-z_$][\w$]{0,60}\.){0,4}([A-Za-z_$][\w$]{2,60})/gu;
const advice = /\b(?:should|must|use|call|consider|replace|change|prefer)\b/iu;
/** Two words tell that a demand to add and one to drop mean the same thing: `optional chaining`. */
const sameObject = 2;

/**
 * Whether two texts ask for opposite things: one wants to add what the other wants to remove, or one calls right what
 * the other calls wrong. That both speak of one place is for the caller to know.
 */
export function opposite(one: Demand, two: Demand): boolean {
  return swapped(one, two) || swapped(two, one) || wants(one, two) || wants(two, one);
}

/** The first only adds what the second only drops. */
function wants(one: Demand, two: Demand): boolean {
  return one.drop.size === 0 && common(one.add, two.drop) >= sameObject && common(one.drop, two.add) === 0;
}

/** The first calls right what the second calls wrong, and they agree on nothing. */
function swapped(one: Demand, two: Demand): boolean {
  return common(one.right, two.wrong) > 0 && common(one.right, two.right) === 0 && common(one.wrong, two.wrong) === 0;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const item of a) count += Number(b.has(item));
  return count;
}

/** Reads the demand out of the first 2,000 characters of a message, clause by clause. */
export function demandOf(message: string): Demand {
  const demand = {
    add: new Set<string>(),
    drop: new Set<string>(),
    right: new Set<string>(),
    wrong: new Set<string>(),
  };
  for (const clause of message.slice(0, 2_000).split(/[.;!?]\s|\n|\s[-–—]+\s/u)) readClause(clause, demand);
  for (const name of demand.right) demand.wrong.delete(name);
  return demand;
}

function readClause(clause: string, { add, drop, right, wrong }: Record<keyof Demand, Set<string>>): void {
  if (dropping.test(clause)) for (const word of wordsOf(clause)) drop.add(word);
  else if (adding.test(clause)) for (const word of wordsOf(clause)) add.add(word);
  for (const match of clause.matchAll(swap)) {
    const before = clause.slice(0, match.index);
    // "Use X instead of Y" calls Y wrong; "X is called instead of Y" calls it right.
    const advised = advice.test(before);
    put(match[1], advised ? wrong : right);
    put(lastName(before), advised ? right : wrong);
  }
  for (const match of clause.matchAll(remedy)) {
    put(match[1], right);
    put(lastName(clause.slice(0, match.index)), wrong);
  }
}

function put(name: string | undefined, names: Set<string>): void {
  if (name !== undefined && isName(name)) names.add(name.toLowerCase());
}

function lastName(text: string): string | undefined {
  return (text.match(codeName) ?? []).filter(isName).at(-1);
}

/** A name of code, not a word of prose: with an inner capital or an underscore. */
function isName(word: string): boolean {
  return /[a-z\d][A-Z]|\w_\w/u.test(word);
}

function wordsOf(clause: string): readonly string[] {
  return (clause.match(/[A-Za-z_$][\w$]{4,60}/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !markers.has(word));
}

const markers = new Set(
  'missing lacks lacking without needs requires should unguarded unchecked redundant unnecessary removed deleted dropped already since because which there these those would could when where after before check checked'.split(
    ' ',
  ),
);
