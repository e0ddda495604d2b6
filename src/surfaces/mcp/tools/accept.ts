/** Other names under which agents and the protocol's seed give the same field. */
const aliases: Readonly<Record<string, string>> = {
  reviewId: 'review_id',
  id: 'review_id',
  findingId: 'finding_id',
  changesMade: 'changes_made',
  creatorArgument: 'creator_argument',
  argument: 'creator_argument',
  headTree: 'head_tree',
};

/** The same arguments under the names that a tool publishes; a published name that is given wins. */
export function renamed(given: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const taken = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const field = aliases[name];
    if (fields.includes(name) || field === undefined || !fields.includes(field)) taken.set(name, value);
    else if (given[field] === undefined) taken.set(field, value);
  }
  return Object.fromEntries(taken);
}

/** A change given as a mere range. */
export function withChange(given: Record<string, unknown>): Record<string, unknown> {
  const { change } = given;
  if (typeof change !== 'string') return given;
  const kinds = ['default', 'staged', 'worktree'];
  return { ...given, change: kinds.includes(change) ? { kind: change } : { kind: 'range', range: change } };
}
