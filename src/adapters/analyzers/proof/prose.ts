/** Extensions of files that people read. MDX is a program. */
const proseExtension = /\.(md|markdown|rst|adoc|asciidoc)$/i;
/** Names that stand for prose whatever the extension. A licence is a contract: it counts as code. */
const proseName =
  /^(readme|changelog|changes|history|news|contributing|contributors|authors|maintainers|credits|thanks|faq|install|upgrading|migration|roadmap|todo|support|governance|adopters)([._-][\w.-]*)?$/i;
const proseFolder = /^(docs?|documentation|wiki|man|manual|website|site)$/i;

/** What may follow such a name: `README.zh-CN.md` and `NEWS` are prose, `install.ps1` and `history.c` are programs. */
const namedForm = /^[^.]+$|\.(md|markdown|rst|adoc|asciidoc|txt)$/i;
/** Without an extension only a name that shouts is surely prose; `scripts/install` and `debian/changes` are not. */
const shouted = /^[A-Z][A-Z_-]+$/;

/** Files that agents obey. Their text is a program whatever it looks like. */
const obeyedName =
  /^(agents?|claude|gemini|codex|copilot|cursor|review|skill|skills|conventions|prompts?|system|rules|memory|instructions?|llms(-full)?|soul|persona|commands?)([._-].*)?\.(md|txt|markdown)$|[.-](instructions|prompt|chatmode|agent|mode|skill|rules)\.md$|copilot-instructions|^(security|codeowners)\b.*\.txt$/i;
const obeyedFolder =
  /^(prompts?|skills?|agents?|commands?|rules|instructions|personas?|chatmodes?|modes|memory|memory-bank|hooks|workflows|issue_template|templates?|_templates|_includes|_layouts|cookbook)$/i;
/** Folders where text is input of a program. */
const dataFolder =
  /^(tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|test-data|__snapshots__|snapshots|goldens?|data|assets|resources|src|lib|app|apps|pkg|internal|cmd|content|public|static)$/i;
const executedText =
  /requirements|constraints|robots|humans|ads|cmakelists|manifest|sources|version|top_level|entry_points/i;

/** Undefined when the path is prose that nothing executes or obeys, else the reason why it may not be. */
export function notProse(path: string): string | undefined {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const isBare = !name.includes('.');
  const isNamed =
    proseName.test(name) && namedForm.test(name) && (!isBare || folders.length === 0 || shouted.test(name));
  const isText = /\.txt$/i.test(name) && !isNamed;
  if (!isNamed && !isText && !proseExtension.test(name)) return 'not a kind of prose';
  return obeyed(name, folders) ?? mayBeData(name, folders, isNamed, isText);
}

function obeyed(name: string, folders: readonly string[]): string | undefined {
  if (obeyedName.test(name)) return 'agents or platforms obey this file';
  if (folders.some((folder) => obeyedFolder.test(folder))) return 'files in this folder are obeyed or executed';
  const isHidden = folders.some((folder) => folder.startsWith('.') && folder !== '.github');
  return isHidden ? 'files in hidden folders steer tools' : undefined;
}

function mayBeData(name: string, folders: readonly string[], isNamed: boolean, isText: boolean): string | undefined {
  if (isNamed) return undefined;
  if (isText && executedText.test(name)) return 'tools read this text';
  if (isText && !folders.some((folder) => proseFolder.test(folder))) {
    return 'plain text outside the documentation may be data';
  }
  return folders.some((folder) => dataFolder.test(folder))
    ? 'text in this folder may be data of the program'
    : undefined;
}

/** What in prose is more than prose: scripts, directives that run or include, front matter that changed. */
export function runsFromProse(path: string, base: string, head: string): string | undefined {
  if (head.startsWith('#!')) return 'its first line names an interpreter';
  if (frontMatter(base) !== frontMatter(head)) return 'its front matter changed, which steers tools';
  if (/^---[a-z]+\s*$/im.test(head.split('\n', 1)[0] ?? '')) return 'its front matter is a program';
  // Directives of these are obeyed inside of a block too, and a fence of Markdown is none to them.
  const lines = /\.(rst|adoc|asciidoc|txt)$|^[^.]+$/i.test(path) ? (text: string) => text.split('\n') : outsideFences;
  const old = new Set(lines(base));
  for (const line of lines(head)) {
    if (!old.has(line) && (activeContent.test(line) || includes.test(line)))
      return `it brings active content: ${line.trim().slice(0, 60)}`;
  }
  return undefined;
}

const activeContent =
  /<\s*(script|iframe|object|embed|style|form|link|meta|base|svg)\b|\bon[a-z]+\s*=\s*["']|<[a-z][^<>]*[\s/"']on[a-z]+\s*=|^\s*on[a-z]+\s*=|javascript:|<!--\s*#|<\?php|<%|^\s*\.\.\s+(raw|plot|ipython|exec|execute|jupyter-execute|program-output|command-output|testcode|testsetup|include|literalinclude|eval)::|```\s*\{(eval|code-cell|jupyter|r|python|bash)|^\s*(import|export)\s.+\sfrom\s+['"]/i;

/** AsciiDoc's preprocessor, options of reStructuredText that name a file, and what brings files into Markdown. */
const includes =
  /^\s*(include|ifn?def|ifeval|endif)::|^\s*:(include|file|url):|^\s*(import\s+['"]|export\s+(const|let|var|default|function)\b)|--8<--|\{!|^\s*<<<\s|^\s*!include\b|\{%-?\s*(include|import|extends)\b/i;

/** A line that opens a fenced block (CommonMark 4.5): indented by less than a tab, no backtick after backticks. */
const opening = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const closing = /^ {0,3}(`{3,}|~{3,})\s*$/;
/** Where HTML may have begun, a fence may be plain text to whoever renders it: nothing is a sample from there on. */
const rawHtml = /^ {0,3}<[a-z!?/]/i;

/** Lines that are not inside a fenced block: samples of code are prose. The opening line of a fence counts. */
function outsideFences(text: string): readonly string[] {
  let fence = '';
  let trusted = true;
  return text.split('\n').filter((line) => {
    if (fence !== '') {
      if (closing.exec(line)?.[1]?.startsWith(fence) === true) fence = '';
      return false;
    }
    if (rawHtml.test(line)) trusted = false;
    const found = trusted ? opening.exec(line) : null;
    fence = found?.[1] ?? found?.[2] ?? '';
    return true;
  });
}

function frontMatter(text: string): string {
  return /^---[^\n]*\n[\s\S]*?\n---[ \t]*\r?(?:\n|$)/.exec(text)?.[0] ?? '';
}
