import { stillAt } from '../adapters/git/branch-tip.js';
import { commonDirectory } from '../adapters/git/common-directory.js';
import type { PolicySince } from '../application/ports/policy.js';
import { isRefusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** What a branch of this clone holds for a policy since it moved. Git is started only where it did. */
export function policySince({ directory, env }: Pick<Start, 'directory' | 'env'>): PolicySince {
  return async (stood) => {
    const common = await commonDirectory(directory);
    if (common === undefined || isRefusal(common) || (await stillAt(common, stood))) return undefined;
    const [{ openRef }, { readPolicy }] = await Promise.all([
      import('../adapters/git/open-head.js'),
      import('../adapters/policy-file/read-policy.js'),
    ]);
    const branch = await openRef(directory, stood.ref, { env });
    if (isRefusal(branch)) return undefined;
    try {
      const policy = await readPolicy((path) => branch.readFile(path));
      return isRefusal(policy) ? undefined : policy;
    } finally {
      await branch.close();
    }
  };
}
