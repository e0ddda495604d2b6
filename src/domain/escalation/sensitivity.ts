import type { Sensitivity } from '../model/escalation.js';
import type { Review } from '../model/review.js';

/** How much is at stake by the paths that a change touches (SPEC 5.2): what a person lets pass elsewhere says little of these. */
export function sensitivityOf({ classification }: Pick<Review, 'classification'>): Sensitivity {
  const { protectedPaths, sensitivePaths } = classification;
  if (protectedPaths.length > 0) return 'protected';
  return sensitivePaths.length > 0 ? 'sensitive' : 'normal';
}
