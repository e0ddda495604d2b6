/** What a text wants of the code it speaks of. */
interface Demand {
  /** Something is missing and has to be added. */
  readonly add: boolean;
  /** Something is too much and has to go. */
  readonly drop: boolean;
  /** Names that should stand there, and names that should not, lower case. */
  readonly right: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
}

const adding =
  /\b(?:missing|lacks?|lacking|without|needs? (?:to|a|an|the)|requires?|should (?:add|use|be added|check|guard|validate|have|include)|must (?:add|have)|never checks?|not checked|unguarded|un(?:checked|validated)|can be (?:null|undefined|nil|none)|keep)\b/iu;
const dropping =
  /\b(?:redundant|redundantly|unnecessary|unnecessarily|superfluous|needless|not needed|no longer needed|unneeded|pointless|should be (?:removed|deleted|dropped)|(?:can|could) be removed|already (?:checked|guarded|validated)|too strict|over-?engineered)\b/iu;
const name = '[`\'"]?(?:[a-z_$][\\w$]*\\.)*([a-z_$][\\w$]*)';
const rightly = new RegExp(
  `\\b(?:should (?:be|call|use)|must be|use|replace with|change to|instead it should be)\\s+${name}`,
  'giu',
);
const wrongly = new RegExp(`\\b(?:instead of|not|rather than|calls?|calling|called|uses?|using)\\s+${name}`, 'giu');
const insteadOf = new RegExp(
  `${name}(?:\\([^)\\n]{0,40}\\))?[\`'"]?\\s+(?:is |was )?(?:called|used) instead of\\s+${name}`,
  'giu',
);

/**
 * Whether two findings on one place ask for opposite things: one wants to add what the other wants to remove, or each
 * calls wrong what the other calls right. Reads the words alone; that they speak of the same thing is for the caller.
 */
export function opposite(a: string, b: string): boolean {
  const one = demandOf(a);
  const two = demandOf(b);
  return (
    swapped(one, two) ||
    (one.add && !one.drop && two.drop && !two.add) ||
    (one.drop && !one.add && two.add && !two.drop)
  );
}

function swapped(one: Demand, two: Demand): boolean {
  return (
    meet(one.right, two.wrong) && !meet(one.right, two.right) && (meet(two.right, one.wrong) || two.right.size === 0)
  );
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const item of a) if (b.has(item)) return true;
  return false;
}

function demandOf(text: string): Demand {
  const read = text.slice(0, 2_000);
  const right = namesAfter(read, rightly);
  const wrong = namesAfter(read, wrongly);
  for (const [, used, meant] of read.matchAll(insteadOf)) {
    if (used !== undefined && isName(used)) wrong.add(used.toLowerCase());
    if (meant !== undefined && isName(meant)) {
      right.add(meant.toLowerCase());
      wrong.delete(meant.toLowerCase());
    }
  }
  for (const item of right) wrong.delete(item);
  return { add: adding.test(read), drop: dropping.test(read), right, wrong };
}

function namesAfter(text: string, pattern: RegExp): Set<string> {
  const names = new Set<string>();
  for (const [, found] of text.matchAll(pattern))
    if (found !== undefined && isName(found)) names.add(found.toLowerCase());
  return names;
}

/** A name of code, not a word of prose: with an inner capital or an underscore. */
function isName(word: string): boolean {
  return /[a-z\d][A-Z]|\w_\w/u.test(word);
}
