import type { Location } from './discover.js';

/** The tree without entries; git knows it without having it stored. */
export function emptyTree(format: Location['objectFormat']): string {
  return format === 'sha1'
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

export function isNull(id: string): boolean {
  return /^0+$/.test(id);
}

export const modes = { absent: '000000', executable: '100755', symlink: '120000', submodule: '160000' } as const;
