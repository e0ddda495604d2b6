import { rm } from 'node:fs/promises';
import type { ChangeRequest, FrozenChange } from '../../application/ports/repository.js';
import type { Change, Commit, Uncommitted } from '../../domain/model/change.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { acceptedTree, type Accepted } from './accepted-tree.js';
import { readShapes } from './blob-shape.js';
import { listCommits, readCommit } from './commits.js';
import { resolveDefault } from './default-change.js';
import { resolveMergeBase, resolveRange, type Endpoints } from './endpoints.js';
import { following } from './following.js';
import type { FreezeContext } from './freeze-context.js';
import { lastPushes, pushLogs } from './last-pushes.js';
import { missingObjects } from './refusals.js';
import { freezeWorktree } from './freeze-worktree.js';
import { GitFrozenChange } from './frozen-change.js';
import { runGit } from './git-process.js';
import { blobsToShape, inventory, locate, renamesSkipped } from './inventory.js';
import { emptyTree } from './object-names.js';
import { readDiff, renameLimit } from './read-diff.js';
import { copyIndex, writeTree } from './temporary-index.js';
import { hiddenBehind } from './shallow-boundary.js';
import { uncommitted } from './uncommitted.js';
import { configureView, inView } from './view.js';
import { readUserConfig, upstreamSections } from './worktree-settings.js';

/** Two trees and what is known of where they come from. */
interface Sides extends Pick<
  Change,
  'source' | 'title' | 'baseCommit' | 'headCommit' | 'baseTree' | 'headTree' | 'notes'
> {
  readonly unfiltered?: ReadonlyMap<string, string>;
  readonly beside?: readonly string[];
}

/** Resolves the request to two trees, then reads what is between them. */
export async function freeze(context: FreezeContext, request: ChangeRequest): Promise<FrozenChange | Refusal> {
  const sides = await resolveSides(context, request);
  if (isRefusal(sides)) return sides;
  if (sides.baseTree === sides.headTree) return nothingToReview(sides);
  const { view } = context;
  return freezeBetween(context, sides, {
    commits: sides.headCommit === undefined ? [] : listCommits(view, sides.headCommit, sides.baseCommit),
    accepted: request.kind === 'default' ? withinDefault(context, sides) : acceptedTree(context, sides),
    uncommitted: notPart(context, request, sides),
    isShared: false,
  });
}

/** Ends what a freeze reads through. */
export async function release({
  view,
  objects,
  headers,
  ahead,
}: Pick<FreezeContext, 'view' | 'objects' | 'headers' | 'ahead'>): Promise<void> {
  await Promise.all([objects.close(), headers.close(), ahead.drop()]);
  await view.dispose();
}

/**
 * A change that goes on from a frozen one: of that only what is new is read, and what was accepted at its time is in force.
 * Undefined where it does not go on from it.
 */
export async function freezeFollowing(
  context: FreezeContext,
  range: string,
  known: GitFrozenChange,
): Promise<FrozenChange | Refusal | undefined> {
  const found = await following(context.objects, range, known.change);
  if (found === undefined) return undefined;
  const { base, head, isWhole, between } = found;
  const source = 'range' as const;
  const ends = { source, title: range, baseCommit: base.id, headCommit: head.id, baseTree: base.tree };
  const sides = { ...ends, headTree: head.tree, notes: isWhole ? known.ownNotes : [] };
  if (sides.baseTree === sides.headTree) return nothingToReview(sides);
  const newer = between ?? (await known.newer(head.id, isWhole ? known.change.headCommit : base.id));
  const commits = isWhole ? [...newer, ...known.change.commits] : newer;
  const open = notPart(context, { kind: source, range }, sides);
  return freezeBetween(context, sides, { commits, accepted: known.accepted, uncommitted: open, isShared: true });
}

interface Around {
  readonly commits: Promise<readonly Commit[]> | readonly Commit[];
  readonly accepted: Promise<Accepted> | Accepted;
  readonly uncommitted: Promise<Uncommitted | undefined>;
  /** Whether what it is read through is that of another change, which gives it back. */
  readonly isShared: boolean;
}

async function freezeBetween(context: FreezeContext, sides: Sides, around: Around): Promise<FrozenChange | Refusal> {
  const { view, objects } = context;
  const [diff, commits, accepted, open] = await Promise.all([
    readDiff(view, sides.baseTree, sides.headTree, context.longestPatch, context.ahead.takeDiff()),
    around.commits,
    around.accepted,
    around.uncommitted,
  ]);
  if (isRefusal(diff)) return diff;
  const hidden = await hiddenBehind(context, commits, sides.baseCommit);
  if (hidden !== undefined) return hidden;
  if (diff.entries.length === 0) return nothingToReview(sides);
  const located = locate(diff);
  const ids = blobsToShape(located);
  const shapes = await readShapes(objects, ids);
  if (shapes.size < ids.size) return missingObjects('content of changed files');
  const { unfiltered, beside = [], ...known } = sides;
  // What is read once more has its notes already.
  const ownNotes = [...new Set([...sides.notes, ...beside, ...(accepted.note === undefined ? [] : [accepted.note])])];
  const notes = [...ownNotes];
  if (renamesSkipped(diff.entries)) {
    notes.push(`More than ${renameLimit} x ${renameLimit} possible renames: only exact renames were looked for.`);
  }
  const files = inventory(located, shapes).map((file) => {
    const driver = unfiltered?.get(file.path);
    return driver === undefined ? file : { ...file, unfiltered: driver };
  });
  const pushes = await pushesOf(context, { ...sides, commits });
  const change: Change = {
    ...known,
    patchId: diff.patchId,
    commits,
    ...pushes,
    files,
    notes,
    ...(open === undefined ? {} : { uncommitted: open }),
  };
  const { patchFile } = diff;
  const closing = around.isShared ? () => rm(patchFile, { force: true }) : () => release(context);
  return new GitFrozenChange({ context, change, accepted, ownNotes, located, patchFile, release: closing });
}

/** What is not committed is looked at only where whoever asks may take it for part of the change: it ends at HEAD. */
async function notPart(
  context: FreezeContext,
  { kind }: ChangeRequest,
  sides: Sides,
): Promise<Uncommitted | undefined> {
  if (sides.source !== 'range' || kind === 'recorded') return undefined;
  const head = await readCommit(context.objects, 'HEAD');
  if (typeof head === 'string' || head.id !== sides.headCommit) return undefined;
  return uncommitted({ location: context.location, env: context.env, signal: context.view.signal });
}

async function pushesOf(
  { view, location }: FreezeContext,
  { headCommit, baseCommit, commits }: Pick<Change, 'headCommit' | 'baseCommit' | 'commits'>,
): Promise<Pick<Change, 'pushes'>> {
  if (headCommit === undefined) return {};
  const below = new Set([...(baseCommit === undefined ? [] : [baseCommit]), ...commits.map(({ id }) => id)]);
  return { pushes: await lastPushes(view, await pushLogs(location), { head: headCommit, below }) };
}

/** The default change begins where the default branch ends, or within it: maybe one of this clone that no remote holds. */
async function withinDefault(context: FreezeContext, sides: Sides): Promise<Accepted> {
  const { holdsBase, tip } = await acceptedTree(context, sides);
  return { tree: sides.baseTree, holdsBase, tip };
}

async function resolveSides(context: FreezeContext, request: ChangeRequest): Promise<Sides | Refusal> {
  switch (request.kind) {
    case 'default':
      return fromEndpoints(context, await resolveDefault(context));
    case 'range':
      await takeUpstreams(context, request.range);
      return fromEndpoints(context, await resolveRange(context, request.range));
    case 'base':
      await takeUpstreams(context, request.base);
      return fromEndpoints(context, await resolveMergeBase(context, request.base, 'HEAD', `${request.base}...HEAD`));
    case 'staged':
      return resolveStaged(context);
    case 'worktree':
      return resolveWorktree(context);
    case 'recorded':
      return resolveRecorded(context, request.change);
  }
}

/** The two trees of a record. Those of an index or a worktree were never written to the repository: it must still hold the same. */
async function resolveRecorded(context: FreezeContext, recorded: Change): Promise<Sides | Refusal> {
  const { source } = recorded;
  const now = await (source === 'range' ? commitsOf(context, recorded) : resolveSides(context, { kind: source }));
  if (isRefusal(now)) return now;
  if (now.baseTree === recorded.baseTree && now.headTree === recorded.headTree) return now;
  return refuse(
    'content_changed',
    `The ${source} is no longer what it was when it was recorded: ${recorded.headTree}.`,
    'Submit what is there now as a revision.',
  );
}

async function commitsOf(context: FreezeContext, recorded: Change): Promise<Sides | Refusal> {
  const { title, baseCommit, headCommit = '', notes } = recorded;
  const [base, head] = await Promise.all([
    baseCommit === undefined ? undefined : readCommit(context.objects, baseCommit),
    readCommit(context.objects, headCommit),
  ]);
  if (typeof base === 'string' || typeof head === 'string') return missingObjects('a commit of the recorded change');
  return fromEndpoints(context, { title, base, head, notes });
}

/** `@{upstream}` is told by the user's configuration; nothing else of a range is. */
async function takeUpstreams({ view, location, env }: FreezeContext, revision: string): Promise<void> {
  if (!revision.includes('@{')) return;
  const config = await readUserConfig(location, env, view.signal);
  await configureView(view.directory, location.objectFormat, upstreamSections(config));
}

function fromEndpoints({ location }: FreezeContext, endpoints: Endpoints | Refusal): Sides | Refusal {
  if (isRefusal(endpoints)) return endpoints;
  const { base, head, title, notes } = endpoints;
  return {
    source: 'range',
    title,
    ...(base === undefined ? {} : { baseCommit: base.id }),
    headCommit: head.id,
    baseTree: base?.tree ?? emptyTree(location.objectFormat),
    headTree: head.tree,
    notes,
  };
}

async function resolveStaged(context: FreezeContext): Promise<Sides | Refusal> {
  // Without an index everything would seem deleted.
  if (context.location.top === undefined) return noWorktree(context.location);
  const base = await headSide(context);
  if (isRefusal(base)) return base;
  await copyIndex(context.view, context.location);
  const headTree = await writeTree(context.view);
  if (isRefusal(headTree)) return headTree;
  return { source: 'staged', title: 'staged changes', ...base, headTree };
}

function noWorktree({ gitDirectory }: FreezeContext['location']): Refusal {
  return refuse(
    'no_worktree',
    `There is no worktree here: ${gitDirectory} is bare, or the directory asked for is not in its worktree.`,
    'Run it inside the worktree, or name a range of commits.',
  );
}

async function resolveWorktree(context: FreezeContext): Promise<Sides | Refusal> {
  const { view, location, env } = context;
  const { top } = location;
  if (top === undefined) return noWorktree(location);
  const [base, config] = await Promise.all([headSide(context), readUserConfig(location, env, view.signal)]);
  if (isRefusal(base)) return base;
  const frozen = await freezeWorktree(view, { location, top, config, env });
  if (isRefusal(frozen)) return frozen;
  const { tree: headTree, notes, beside, unfiltered } = frozen;
  return {
    source: 'worktree',
    title: 'worktree changes',
    ...base,
    headTree,
    notes: [...base.notes, ...notes],
    unfiltered,
    beside,
  };
}

type HeadSide = Pick<Sides, 'baseCommit' | 'baseTree' | 'notes'>;

/** HEAD as the base of an index or a worktree; before the first commit that is the empty tree. */
async function headSide({ objects, location, view }: FreezeContext): Promise<HeadSide | Refusal> {
  const head = await readCommit(objects, 'HEAD');
  if (typeof head !== 'string') return { baseCommit: head.id, baseTree: head.tree, notes: [] };
  const { exitCode } = await runGit(inView(view, 'rev-parse', '--verify', '--quiet', 'HEAD'));
  if (exitCode === 0) return missingObjects('the commit of HEAD');
  const note = 'There is no commit yet: everything is compared with the empty tree.';
  return { baseTree: emptyTree(location.objectFormat), notes: [note] };
}

const nothing = {
  staged: [
    'Nothing is staged: the index holds what HEAD holds.',
    'Stage it with `git add`, or review with --worktree.',
  ],
  worktree: [
    'Nothing is changed: the worktree holds what HEAD holds.',
    'Change something, or name what to review: a commit or a range A..B.',
  ],
  range: [
    'both sides hold the same content.',
    'Name another range (A..B) or commit; --worktree and --staged review what is not committed.',
  ],
} as const;

function nothingToReview({ source, title, beside = [] }: Pick<Sides, 'source' | 'title' | 'beside'>): Refusal {
  const [words, remedy] = nothing[source];
  const message = [words, ...beside].join(' ');
  return refuse('nothing_to_review', source === 'range' ? `${title}: ${message}` : message, remedy);
}
