import picomatch from 'picomatch';
import type { GlobMatcher } from '../../domain/policy/path-facts.js';

/**
 * Globs of the policy: `**` crosses folders, dot files match, case is ignored, since a file system may ignore it and a
 * protected path must not slip through. Extended globs and negation are off: they can take exponential time.
 */
export const matches: GlobMatcher = (glob) => {
  const isMatch = picomatch(glob, { dot: true, nocase: true, noextglob: true, nonegate: true, windows: false });
  return (path) => isMatch(path);
};
