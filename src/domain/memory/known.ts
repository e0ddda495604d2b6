import type { Finding, RaisedFinding } from '../model/finding.js';
import { neverSkipped } from '../model/policy.js';
import type { Review } from '../model/review.js';

/** Least letters and digits of quoted text by which a finding is known again: `});` stands everywhere. */
const telling = 4;

/** Categories that are never taken out of the count by what is remembered. */
const grave: readonly string[] = ['security', 'secrets'];

/** What is critical or about security: looked at each time, whatever was said of it before. */
export function isGrave({
  rule,
  severity,
  category,
}: Pick<RaisedFinding, 'severity' | 'category'> & { readonly rule: string | null }): boolean {
  const named = grave.some((word) => category === word || rule?.startsWith(`${word}/`) === true);
  return severity === 'critical' || named;
}

/**
 * By what a finding of an embedded reviewer is known again in other content: its rule and the text that it quotes, without white space.
 * Undefined where nothing may be known of it: what is critical or about security is looked at each time it is raised.
 */
export function knownAs({ rule, quote, severity, category }: RaisedFinding): string | undefined {
  if (rule === undefined || quote === undefined) return undefined;
  if (isGrave({ rule, severity, category })) return undefined;
  // A longer quote is cut, and what is cut says no more which text it was.
  if (quote.endsWith('…')) return undefined;
  const text = quote.replace(/\s+/gu, '');
  if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < telling) return undefined;
  return `${rule} ${text}`;
}

/** Whether what is remembered may take a finding out of the count in a review of this type. */
export function mayForget(type: string): boolean {
  return !neverSkipped.includes(type);
}

/** Names of the reviewers that raised a finding: what stands before the driver in the names of their seats, without the role that an agent plays. */
export function reviewersOf({ sources }: Pick<Finding, 'sources'>): readonly string[] {
  return [...new Set(sources.map(({ seat }) => reviewerOf(seat)))].sort();
}

/** Whose seat it is: the agent where one plays a role, else the role. */
export function reviewerOf(seat: string): string {
  const who = seat.slice(0, seat.includes('@') ? seat.indexOf('@') : undefined);
  return who.slice(who.lastIndexOf('/') + 1);
}

/** Everybody whose work a review is about. */
export function authors({ creator, peer, fix }: Pick<Review, 'creator' | 'peer' | 'fix'>): readonly string[] {
  return [creator, ...(peer === null ? [] : [peer.request.by]), ...(fix === undefined ? [] : [fix.author])];
}

/**
 * A finding that is known to be no problem stands as suppressed, with its origin: it counts no more and stays visible (SPEC 6.5). Whose
 * work it is about can't have been who said so.
 */
export function suppressed(finding: Finding, review: Pick<Review, 'type' | 'creator' | 'peer' | 'fix'>): Finding {
  const { state, known, disposition } = finding;
  // Somebody's word on exactly this content stands over what is remembered of another.
  if (state !== 'open' || disposition !== undefined || known === undefined || knownAs(finding) === undefined)
    return finding;
  if (!mayForget(review.type) || authors(review).includes(known.by)) return finding;
  return { ...finding, state: 'suppressed' };
}
