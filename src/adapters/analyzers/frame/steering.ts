import picomatch from 'picomatch';
import type { ChangedFile } from '../../../domain/model/change.js';
import { protectedGlobs } from '../../../domain/policy/default-paths.js';
import { detectLanguage } from '../detect-language.js';
import { isProgram } from '../language.js';

const isProtected = picomatch([...protectedGlobs], { dot: true, nocase: true });

/**
 * Why no embedded analyzer can speak for an entry that steers reviews or agents, whatever it could read of it; undefined elsewhere. Whoever
 * could have fewer reviews asked for, or agents obey, by a change that only analyzers look at would need no review at all.
 */
export function unjudged({ path, oldPath }: Pick<ChangedFile, 'path' | 'oldPath'>): string | undefined {
  const names = [path, ...(oldPath === undefined ? [] : [oldPath])];
  if (names.some(isPolicy)) return 'no embedded analyzer judges what a policy asks for';
  return names.some((name) => isProtected(name) && !isProgram(detectLanguage(name, '')))
    ? 'no embedded analyzer judges what agents are told to do, or who has to review'
    : undefined;
}

function isPolicy(path: string): boolean {
  return /^\.countersign\/policy\.ya?ml$/i.test(path);
}
