/** Kinds of files that the embedded analyzers tell apart. */
export type Language =
  | 'typescript'
  | 'tsx'
  | 'javascript'
  | 'python'
  | 'go'
  | 'shell'
  | 'css'
  | 'html'
  | 'json'
  | 'yaml'
  | 'toml'
  | 'markdown'
  /** Text that holds no program: plain prose, ignore files, ini, snapshots, SVG and the like. */
  | 'text'
  /** A program in a language that no embedded analyzer reads. */
  | 'unsupported';

/** TypeScript or JavaScript in any of their spellings. */
export function isScript(language: Language): boolean {
  return language === 'typescript' || language === 'tsx' || language === 'javascript';
}

/** A language whose programs the embedded analyzers read. */
export function isProgram(language: Language): boolean {
  return isScript(language) || language === 'python' || language === 'go' || language === 'shell';
}
