export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
}

/** A place and where in the text it stands. */
export interface FoundPlace extends Place {
  readonly start: number;
  readonly end: number;
}

const longestPath = 400;
const dash = '(?:-|–|—|\\.\\.|~)';
/** `path:12`, `path:12-14`, `path:12:5`, `path#L12-L14`, `path (line 12)`, at the end of a token. */
const suffixes: readonly RegExp[] = [
  new RegExp(`^(.{1,${longestPath}}?)(?:\\?[\\w=&.-]{0,80})?#L(\\d{1,7})(?:C\\d+)?(?:${dash}L?(\\d{1,7})(?:C\\d+)?)?$`),
  new RegExp(
    `^(.{1,${longestPath}}?):L?(\\d{1,7})(?:${dash}L?(\\d{1,7}))?(?::\\d{1,5})?(?:[,&]L?\\d{1,7}(?:-\\d{1,7})?){0,20}$`,
  ),
  new RegExp(`^(.{1,${longestPath}}?)\\[(\\d{1,7})(?:(?:${dash}|,)(\\d{1,7}))?\\]$`),
  new RegExp(`^(.{1,${longestPath}}?)\\((\\d{1,7})(?:(?:${dash}|,)(\\d{1,7}))?\\)$`),
];
const token = /[^\s`"'“”‘’<>|,;，、；（）【】「」*]+/gu;
const bareLine = new RegExp(`^L(\\d{1,7})(?:${dash}L?(\\d{1,7}))?$`);
const extension = /(?:^|[\w)\]-])\.(?!\d+$)[A-Za-z][A-Za-z0-9]{0,9}$/;
const plainNames = new Set(
  'Makefile Dockerfile Jenkinsfile Gemfile Rakefile Procfile Vagrantfile LICENSE README CHANGELOG CODEOWNERS Justfile Brewfile Cargo.lock go.mod go.sum'.split(
    ' ',
  ),
);

/** Whether a token can be the path of a file. A name without extension needs a line number or a slash beside it. */
export function looksLikePath(text: string): boolean {
  if (text.length > longestPath || (/[()=${}]/.test(text) && !text.includes('/'))) return false;
  const base = text.slice(text.lastIndexOf('/') + 1);
  if (plainNames.has(base)) return true;
  if (/^(?:e\.g|i\.e|etc|vs|v?\d+(?:\.\d+)*)\.?$/i.test(text)) return false;
  return (
    extension.test(base) && !/^(?:https?|ftp):/.test(text) && /^[\w@~.+\-/\\[\]()#$ ]+$/u.test(text) && !isMember(text)
  );
}

// `asyncio.run`, `foo.bar()`: a member of an object, not a file. Known by an ending that files have.
const fileEndings =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kt|kts|scala|cs|fs|vb|c|cc|cpp|cxx|h|hh|hpp|m|mm|swift|php|pl|pm|lua|r|jl|dart|ex|exs|erl|hrl|clj|cljs|hs|ml|mli|elm|vue|svelte|astro|html?|css|scss|sass|less|json5?|jsonc|jsonl|ya?ml|toml|ini|cfg|conf|env|properties|xml|xsd|svg|md|mdx|rst|adoc|txt|csv|tsv|sql|sh|bash|zsh|fish|ps1|bat|cmd|tf|tfvars|hcl|proto|graphql|gql|gradle|groovy|cmake|mk|lock|mod|sum|erb|hbs|ejs|pug|jinja2?|j2|tpl|tmpl|ipynb|sol|zig|nim|cr|v|sv|vhd|asm|s|nix|bazel|bzl|plist|pbxproj|snap|patch|diff|log|example|dockerignore|gitignore)$/i;

function isMember(text: string): boolean {
  return !text.includes('/') && !fileEndings.test(text);
}

/** All places that a text names, in order. */
export function placesIn(text: string): readonly FoundPlace[] {
  const found: FoundPlace[] = [];
  for (const match of text.matchAll(token)) {
    if (match[0].length > 2 * longestPath) continue;
    const place = placeOfToken(match[0]);
    if (place !== undefined) found.push({ ...place, start: match.index, end: match.index + match[0].length });
  }
  return withLinesInWords(text, withLinesBeside(text, found));
}

/** "`path`:12", "**path**:12-14", "path @ 12", "`path` (12-14)": what stands right after the file. */
const beside = new RegExp(
  `^[\`"'*_]*(?:[:#]L?|\\s*@\\s*L?|\\s*\\(L|\\s+L|\\s*\\((?=\\d+${dash}\\d))(\\d{1,7})(?:${dash}L?(\\d{1,7}))?\\)?(?![\\p{L}\\p{N}])`,
  'u',
);

function withLinesBeside(text: string, found: readonly FoundPlace[]): readonly FoundPlace[] {
  const places: FoundPlace[] = [];
  for (const place of found) {
    const last = places.at(-1);
    // The number was taken for a place of its own.
    if (last !== undefined && place.start < last.end) continue;
    const match =
      place.file !== undefined && place.line === undefined ? beside.exec(text.slice(place.end, place.end + 40)) : null;
    places.push(match === null ? place : { ...place, ...span(match[1], match[2]), end: place.end + match[0].length });
  }
  return places;
}

function placeOfToken(raw: string): Place | undefined {
  const text = stripped(raw);
  const anchor = /#diff-[0-9a-f]{6,64}[LR](\d{1,7})(?:-[LR]?(\d{1,7}))?$/.exec(text);
  if (anchor !== null) return span(anchor[1], anchor[2]);
  const line = bareLine.exec(text);
  if (line !== null) return { ...span(line[1], line[2]) };
  for (const suffix of suffixes) {
    const match = suffix.exec(text);
    const file = match?.[1] === undefined ? undefined : fileOf(match[1]);
    if (match === null || file === undefined || !canHaveLines(file)) continue;
    return isClock(text) || isNoFile(file) ? undefined : { file, ...span(match[2], match[3]) };
  }
  const file = fileOf(text);
  return file !== undefined && looksLikePath(file) ? { file } : undefined;
}

function canHaveLines(file: string): boolean {
  return looksLikePath(file) || file.includes('/') || (/^[\w.-]+$/.test(file) && !/^\d+$/.test(file));
}

const noFiles = /^(?:line|lines|error|code|status|port|localhost|https?|step|issue|pr|version|row|col|column|v?\d.*)$/i;

/** A word with a number behind a colon that counts something else than lines. */
function isNoFile(file: string): boolean {
  return !looksLikePath(file) && !file.includes('/') && noFiles.test(file);
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
]);

/** A token without the brackets around it and the punctuation after it. Brackets inside of a path stay. */
function stripped(raw: string): string {
  let text = raw;
  for (let turn = 0; turn < 3; turn += 1) {
    const close = pairs.get(text[0] ?? '');
    if (close === undefined) break;
    const end = closingOf(text, close);
    if (end >= 0 && /[\p{L}\p{N}/]/u.test(text.slice(end + 1))) break;
    text = end < 0 ? text.slice(1) : text.slice(1, end);
  }
  return text.replace(/[.:!?)\]}]+$/, (end) =>
    /^[)\]]/.test(end) && /[([]\d[\d,-]*$/.test(text.slice(0, -end.length)) ? end.slice(0, 1) : '',
  );
}

/** Where the bracket that opens the text is closed; -1: nowhere. */
function closingOf(text: string, close: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === text[0]) depth += 1;
    else if (text[at] === close) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function isClock(text: string): boolean {
  return /^\d{1,2}:\d{2}(?::\d{2})?$/.test(text);
}

/** Path inside the repository of a permalink, or the token itself. */
function fileOf(text: string): string | undefined {
  const permalink =
    /^https?:\/\/[^/]+\/.{1,300}?\/(?:-\/)?(?:blob|blame|raw|src|tree)\/(?:commit\/|branch\/)?[^/]+\/(.+)$/.exec(text);
  if (permalink?.[1] !== undefined) return decoded(permalink[1]);
  if (/^[a-z][a-z+.-]{1,12}:\/\//i.test(text)) return undefined;
  const file = text.replace(/^(?:[ab]\/(?=.*\/)|\.\/)/, '').replace(/^@/, '');
  return file === '' ? undefined : file;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign: the path as it is written.
    return path;
  }
}

function span(first: string | undefined, last: string | undefined): { line?: number; endLine?: number } {
  if (first === undefined) return {};
  const line = Number.parseInt(first, 10);
  if (line === 0) return {};
  const endLine = last === undefined ? undefined : Number.parseInt(last, 10);
  return endLine === undefined || endLine <= line ? { line } : { line, endLine };
}

const lineWords =
  /(?:^|[^\p{L}])(?:lines?|ln\.?|zeilen?|lignes?|líneas?|lineas?|righe|riga|linhas?|строк[аеи]|строки)\s*[:#]?\s*(?:L)?(\d{1,7})(?:\s*(?:-|–|—|to|and|bis|à|a|until|through)\s*L?(\d{1,7}))?|第?\s*(\d{1,7})(?:\s*[-–~〜至到]\s*(\d{1,7}))?\s*(?:行|줄|번째 줄|라인)/giu;

/** "line 12 of path", "path, lines 3-5", "第 12 行": joins the number to the nearest file without a line. */
function withLinesInWords(text: string, found: readonly FoundPlace[]): readonly FoundPlace[] {
  const places = [...found];
  for (const match of [...text.matchAll(lineWords)].slice(0, 20)) {
    const lines = span(match[1] ?? match[3], match[2] ?? match[4]);
    const start = match.index;
    const end = start + match[0].length;
    const nearest = places
      .map((place, index) => ({ place, index, far: distance(place, start, end) }))
      .filter(({ place, far }) => place.file !== undefined && place.line === undefined && far <= 40)
      .sort((one, other) => one.far - other.far)[0];
    if (nearest !== undefined)
      places[nearest.index] = {
        ...nearest.place,
        ...lines,
        start: Math.min(nearest.place.start, start),
        end: Math.max(nearest.place.end, end),
      };
    else places.push({ ...lines, start, end });
  }
  return places.sort((one, other) => one.start - other.start);
}

function distance(place: FoundPlace, start: number, end: number): number {
  return place.end <= start ? start - place.end : Math.max(0, place.start - end);
}

/** The place that a list item or title is about: the first with file and line, else the first file, else the first line. */
export function mainPlace(places: readonly FoundPlace[]): Place {
  const best =
    places.find(({ file, line }) => file !== undefined && line !== undefined) ??
    joined(
      places.find(({ file }) => file !== undefined),
      places.find(({ line }) => line !== undefined),
    );
  if (best === undefined) return {};
  return {
    ...(best.file === undefined ? {} : { file: best.file }),
    ...(best.line === undefined ? {} : { line: best.line }),
    ...(best.endLine === undefined ? {} : { endLine: best.endLine }),
  };
}

function joined(file: Place | undefined, line: Place | undefined): Place | undefined {
  if (file === undefined || line === undefined) return file ?? line;
  return { ...line, ...(file.file === undefined ? {} : { file: file.file }) };
}
