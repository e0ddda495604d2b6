// Takes the picture of README.md anew: the report that README.md prints, in colour, on a page that looks like a terminal, photographed by a
// browser. Usage: npm run build && node scripts/report-picture.mjs [CHROMIUM]   the browser is `chromium` where none is named.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const browser = process.argv[2] ?? 'chromium';
const root = fileURLToPath(new URL('..', import.meta.url));
const command = ['review', '568c8eb', '--creator', 'claude-1'];
const styles = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan', 90: 'dim' };
/** What switches styles, and between the brackets which. */
// eslint-disable-next-line no-control-regex -- terminal escapes are made of control characters
const styling = /\u001b\[([\d;]*)m/u;
const [lineHeight, margin, width] = [19, 16, 730];

const directory = mkdtempSync(join(tmpdir(), 'countersign-picture-'));
try {
  const text = `\u001b[32m$\u001b[39m countersign ${command.join(' ')}\n${report()}`.trimEnd();
  const page = join(directory, 'report.html');
  writeFileSync(page, pageOf(text));
  photograph(page, text.split('\n').length * lineHeight + 2 * margin);
} finally {
  rmSync(directory, { recursive: true });
}

function report() {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['dist/main/countersign.js', ...command, '--quiet'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', COUNTERSIGN_HOME: join(directory, 'store') },
  });
  if (status !== 1) throw new Error(`The review ended with ${status} instead of asking for changes: ${stderr}`);
  return stdout;
}

function pageOf(text) {
  return `<!doctype html><meta charset="utf-8"><style>
  html { background: #0d1117; }
  body { margin: ${margin}px 20px; color: #f0f3f6; font: 14px/${lineHeight}px 'DejaVu Sans Mono', monospace; }
  pre { margin: 0; font: inherit; }
  .bold { font-weight: bold; } .dim { color: #9198a1; } .red { color: #ff7b72; }
  .green { color: #7ee787; } .yellow { color: #e3b341; } .cyan { color: #79c0ff; }
  </style><pre>${htmlOf(text)}</pre>`;
}

/** Each piece of text in the styles that are on where it stands. */
function htmlOf(text) {
  let on = [];
  // Text and the codes that follow it, in turn.
  return text
    .split(styling)
    .map((piece, at) => {
      if (at % 2 === 0) return `<span class="${on.join(' ')}">${escaped(piece)}</span>`;
      for (const code of piece.split(';').map(Number)) on = switched(on, code);
      return '';
    })
    .join('');
}

function switched(on, code) {
  if (code === 0) return [];
  if (code === 22) return on.filter((style) => style !== 'bold' && style !== 'dim');
  if (code === 39) return on.filter((style) => style === 'bold');
  if (styles[code] === undefined) throw new Error(`No style is known for the code ${code}.`);
  return [...on, styles[code]];
}

function escaped(text) {
  return text.replace(/[&<>]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Nobody but root has to do without the browser's sandbox. */
function photograph(page, height) {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  execFileSync(
    browser,
    [
      '--headless',
      ...sandbox,
      '--hide-scrollbars',
      `--user-data-dir=${join(directory, 'browser')}`,
      `--window-size=${width},${height}`,
      `--screenshot=${join(root, 'docs/images/report.png')}`,
      `file://${page}`,
    ],
    { stdio: 'ignore', timeout: 120_000 },
  );
}
