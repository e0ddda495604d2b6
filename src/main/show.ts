import type { ReviewDocument } from '../application/queries/document.js';
import { branchNow } from '../adapters/git/branch-now.js';
import { show } from '../application/queries/show.js';
import type { Store } from '../application/ports/store.js';
import type { Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import type { Start } from './store-directory.js';

/** A review as whoever has the token of this start may see it. */
export function showReview(start: Start, store: Store, id: string): Promise<ReviewDocument | Refusal> {
  const { token, directory, env } = start;
  const branches = { tip: (name: string) => branchNow(directory, env, name) };
  return show({ store, digest, branches }, { token }, id);
}
