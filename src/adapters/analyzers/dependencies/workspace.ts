import { posix } from 'node:path';
import { asObject, jsonObject, type ProjectTree } from './project-tree.js';

/** Whether a lock file answers for a manifest: it lies beside it, or the workspace it lies in has the manifest's folder. */
export async function isLockedBy(lock: string, manifest: string, tree: ProjectTree): Promise<boolean> {
  const root = posix.dirname(lock);
  const member = posix.relative(root, posix.dirname(manifest));
  if (member === '') return true;
  const globs = (await membersOf(root, tree)).map((glob) => glob.replace(/^\.\//, '').replace(/\/$/, ''));
  if (globs.length === 0) return false;
  const { default: picomatch } = await import('picomatch');
  return picomatch(globs.filter((glob) => !glob.startsWith('!')))(member);
}

async function membersOf(root: string, tree: ProjectTree): Promise<readonly string[]> {
  const [npm, pnpm, python] = await Promise.all(
    ['package.json', 'pnpm-workspace.yaml', 'pyproject.toml'].map((name) => tree.text(posix.join(root, name))),
  );
  const field = jsonObject(npm)?.['workspaces'];
  const listed = Array.isArray(field) ? field : asObject(field)?.['packages'];
  const strings = (Array.isArray(listed) ? listed : []).filter((each): each is string => typeof each === 'string');
  const ofPnpm = [...(pnpm ?? '').matchAll(/^\s*-\s*["']?([^"'#\n]+?)["']?\s*(?:#.*)?$/gm)].map(
    ([, glob = '']) => glob,
  );
  const ofUv = /\[tool\.uv\.workspace\][^[]*members\s*=\s*\[([^\]]*)\]/.exec(python ?? '')?.[1] ?? '';
  return [...strings, ...ofPnpm, ...[...ofUv.matchAll(/["']([^"']+)["']/g)].map(([, glob = '']) => glob)];
}
