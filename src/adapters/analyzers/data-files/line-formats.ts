import type { ParseError } from './parse.js';

/** Files whose every line stands for itself: the lines that each format allows (comments and empty lines apart). */
const formats = {
  /** `key = value`, `[section]`, a continuation that is indented, or the bare name of a switch. */
  settings: {
    comment: /^\s*([#;!]|\/\/)/,
    line: /^\s+\S|^\[[^\]]*\]\s*([#;].*)?$|^[^\s=:]+(\s+[^\s=:]+)*\s*[=:]|^(export\s+)?[\w.-]+$/,
  },
  /** The grammar of go.mod and go.work, Go Modules Reference. */
  'go-module': {
    comment: /^\s*\/\//,
    line: /^\s*(module|go|toolchain|require|replace|exclude|retract|use|tool|godebug|ignore)\b|^\s*\)\s*(\/\/.*)?$|^\s+["\w.[/~-]/,
  },
  /** `module version[/go.mod] h1:digest`. */
  'go-sums': { comment: /^$/, line: /^\S+ v\S+ h1:[A-Za-z0-9+/=]+$/ },
  /** pip: a requirement, an option, a path or an address. */
  requirements: {
    comment: /^\s*#/,
    line: /^\s+\S|^-|^\w[\w.-]*(\s*\[[^\]]*\])?\s*($|[=<>!~@;(\\#,])|^[\w+]+:\/\/|^\.{0,2}\//,
  },
  /** Both of yarn's formats: an entry that ends in a colon, and what is indented below it. */
  'yarn-lock': { comment: /^\s*#/, line: /^\S.*:$|^\s+\S/ },
} as const;

export type LineFormat = keyof typeof formats;

/** The first line that the format does not allow. */
export function lineParser(format: LineFormat): (text: string) => ParseError | undefined {
  const { comment, line } = formats[format];
  return (text) => {
    const lines = text.split('\n').map((each) => each.replace(/\r$/, ''));
    const continued = (index: number): boolean => lines[index - 1]?.endsWith('\\') === true;
    const at = lines.findIndex(
      (each, index) => each.trim() !== '' && !comment.test(each) && !continued(index) && !line.test(each),
    );
    return at === -1
      ? undefined
      : { line: at + 1, message: `\`${(lines[at] ?? '').slice(0, 60)}\` is no line of this format` };
  };
}
