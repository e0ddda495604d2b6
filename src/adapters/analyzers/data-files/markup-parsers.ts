import type { Parse, ParseError } from './parse.js';

/** Well-formedness, which is all that a reader of XML may insist on without a schema. */
export async function xmlParser(): Promise<Parse> {
  const { SaxesParser } = await import('saxes');
  return (text) => {
    let found: ParseError | undefined;
    const parser = new SaxesParser({ xmlns: false });
    // Entities that a document type declares elsewhere are none of the parser's business.
    const isTyped = text.includes('<!DOCTYPE');
    parser.on('error', ({ message }) => {
      const words = message.replace(/^[\d:]+\s*/, '');
      if (!(isTyped && words.includes('undefined entity')))
        found ??= { line: parser.line, message: words.slice(0, 160) };
    });
    parser.write(text.replace(/^\uFEFF/, '')).close();
    return found;
  };
}

/** HTML gives every text a meaning; what cannot be meant is a tag, comment or script that swallows the rest of the page. */
export async function htmlParser(): Promise<Parse> {
  const { parse } = await import('parse5');
  return (text) => {
    let found: ParseError | undefined;
    parse(text, {
      onParseError: ({ code, startLine }) => {
        if (code.startsWith('eof-in-')) found ??= { line: startLine, message: code.replaceAll('-', ' ') };
      },
    });
    return found;
  };
}

/** Brackets, strings and declarations; which properties there are is the browsers' affair. */
export async function cssParser(): Promise<Parse> {
  const { parse, CssSyntaxError } = await import('postcss');
  return (text) => {
    try {
      // Without a map: the comment that names one would have its file read.
      parse(text, { map: false });
      return undefined;
    } catch (error) {
      if (!(error instanceof CssSyntaxError)) throw error;
      return { line: error.line ?? 1, message: error.reason.slice(0, 160) };
    }
  };
}

/** Markdown cannot be wrong, its JSX, expressions and modules can (MDX 3). */
export async function mdxParser(): Promise<Parse> {
  const [{ micromark }, { mdxjs }] = await Promise.all([import('micromark'), import('micromark-extension-mdxjs')]);
  const extensions = [mdxjs()];
  return (text) => {
    try {
      micromark(withoutFrontMatter(text), { extensions });
      return undefined;
    } catch (error) {
      if (!(error instanceof Error && 'line' in error && typeof error.line === 'number')) throw error;
      return { line: error.line, message: error.message.slice(0, 160) };
    }
  };
}

/** The settings above a document, blanked so that lines stay. */
function withoutFrontMatter(text: string): string {
  return text.replace(/^---\r?\n[\s\S]*?\n---(?=\r?\n|$)/, (block) => block.replace(/[^\r\n]/g, ' '));
}

/** What the builder of images refuses whatever its version: flags and protocols are added over time, instructions hardly. */
export async function dockerfileParser(): Promise<Parse> {
  const { validate, ValidationCode: code } = await import('dockerfile-utils');
  const sure = new Set<number | string | undefined>([
    code.ARGUMENT_MISSING,
    code.ARGUMENT_REQUIRES_ONE,
    code.ARGUMENT_REQUIRES_AT_LEAST_ONE,
    code.ARGUMENT_REQUIRES_TWO,
    code.ARGUMENT_REQUIRES_AT_LEAST_TWO,
    code.ARGUMENT_REQUIRES_ONE_OR_THREE,
    code.HEALTHCHECK_CMD_ARGUMENT_MISSING,
    code.INVALID_SYNTAX,
    code.NO_SOURCE_IMAGE,
    code.SHELL_JSON_FORM,
    code.SYNTAX_MISSING_EQUALS,
    code.SYNTAX_MISSING_NAMES,
    code.SYNTAX_MISSING_SINGLE_QUOTE,
    code.SYNTAX_MISSING_DOUBLE_QUOTE,
    code.UNKNOWN_INSTRUCTION,
  ]);
  return (text) => {
    // The author of a change does not decide what is looked at: a comment that silences the library loses its meaning.
    const deaf = text.replace(/dockerfile-utils(?=\s*:\s*ignore)/gi, (word) => '-'.repeat(word.length));
    const errors = validate(deaf).filter((each) => sure.has(each.code));
    const first = errors.sort((a, b) => a.range.start.line - b.range.start.line)[0];
    return first && { line: first.range.start.line + 1, message: wordsOf(first.message).slice(0, 160) };
  };
}

function wordsOf(message: string | { readonly value: string }): string {
  return typeof message === 'string' ? message : message.value;
}
