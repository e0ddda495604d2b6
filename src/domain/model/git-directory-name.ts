/** `.git` as any file system may read it: other case, trailing dots and spaces, the short name, ignorable characters. */
export function isGitDirectoryName(name: string): boolean {
  return /^(?:\.git|git~1)[. ]*(?::.*)?$/i.test(name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''));
}
