import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A part of a page: what a reader enters, and, in a session, what the terminal shows after it. */
type Step = { readonly setup: string } | { readonly command: string; readonly output: string };

const marked = /<!-- repeat -->\n([^]*?)<!-- \/repeat -->/gu;
const fenced = /^```(sh|console)\n([^]*?)^```$/gmu;

/** What a reader repeats: `sh` blocks are entered as they stand, `console` blocks show commands behind `$ ` and their output. */
function stepsOf(page: string): Step[] {
  const blocks = [...page.matchAll(marked)].flatMap(([, part = '']) => [...part.matchAll(fenced)]);
  return blocks.flatMap(([, kind, text = '']) => (kind === 'sh' ? [{ setup: text }] : session(text)));
}

function session(text: string): Step[] {
  return text
    .split(/^\$ /mu)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { command: part.slice(0, end), output: part.slice(end + 1).trimEnd() };
    });
}

/** What differs from run to run; an id that comes again has to be the same id again. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\b01[0-9A-HJKMNP-TV-Z]{24}\b/gu, 'ULID'],
  [/\b01[0-9A-HJKMNP-TV-Z]{10}\b/gu, 'ULID_BEGIN'],
  [/\b(?:[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\b/gu, 'HASH'],
];

/** What the commands printed, with what varies taken out of it. */
export function comparable(outputs: readonly string[]): string[] {
  const known = new Map<string, string>();
  const named = (kind: string) => (id: string) => {
    if (!known.has(id)) known.set(id, `${kind}-${known.size + 1}`);
    return known.get(id) ?? '';
  };
  return outputs.map((output) =>
    varying
      .reduce((text, [pattern, kind]) => text.replace(pattern, named(kind)), output)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, 'TIME')
      .replace(/\b\d+(?:\.\d)? m?s\b/gu, 'DURATION'),
  );
}

/** Texts of the pages as they stand after their runs, one after the other in one fresh directory; unchanged where nothing drifted. */
export async function repeated(pages: readonly string[]): Promise<string[]> {
  const steps = pages.map(stepsOf);
  const printed = await enter(steps.flat());
  const expected = steps.flat().flatMap((step) => ('command' in step ? [step.output] : []));
  const same = JSON.stringify(comparable(printed)) === JSON.stringify(comparable(expected));
  return same ? [...pages] : pages.map((page) => withOutputs(page, printed));
}

/** The page with the next of `printed` in the place of each output; those are taken away. */
function withOutputs(page: string, printed: string[]): string {
  return page.replace(marked, (part) =>
    part.replace(fenced, (block, kind: string, text: string) => {
      if (kind === 'sh') return block;
      const said = session(text).map((step) => {
        const output = printed.shift() ?? '';
        return `$ ${'command' in step ? step.command : ''}\n${output === '' ? '' : `${output}\n`}`;
      });
      return `\`\`\`console\n${said.join('\n')}\`\`\``;
    }),
  );
}

/** Enters everything in one shell, as a reader does who has the built program on the PATH and no configuration, and tells what each command printed. */
async function enter(steps: readonly Step[]): Promise<string[]> {
  const place = mkdtempSync(join(tmpdir(), 'countersign-page-'));
  try {
    for (const each of ['home', 'bin', 'work', 'out']) mkdirSync(join(place, each));
    const script = join(place, 'page.sh');
    writeFileSync(script, shellOf(steps, join(place, 'out')));
    const program = join(import.meta.dirname, '../../dist/main/countersign.js');
    // As npm does when it links or installs.
    chmodSync(program, 0o755);
    symlinkSync(program, join(place, 'bin/countersign'));
    symlinkSync(process.execPath, join(place, 'bin/node'));
    await runToEnd(script, place);
    const commands = steps.filter((step) => 'command' in step);
    return commands.map((_, at) => withoutProgress(readFileSync(join(place, 'out', String(at)), 'utf8')));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Progress is told by the clock, and overwritten on a terminal; no page shows it. */
const withoutProgress = (text: string) => text.replace(/^\d+\.\d s {2}.*\n/gmu, '').trimEnd();

function shellOf(steps: readonly Step[], out: string): string {
  let at = 0;
  return steps
    .map((step) => ('setup' in step ? step.setup : `{ ${step.command}\n} >'${out}/${at++}' 2>&1\n`))
    .join('\n');
}

async function runToEnd(script: string, place: string): Promise<void> {
  const onTerminal = readFileSync(script, 'utf8').includes('--human');
  const [command = '', ...args] = onTerminal
    ? ['script', '--quiet', '--return', '--command', `bash '${script}'`, '/dev/null']
    : ['bash', script];
  const child = spawn(command, args, {
    cwd: join(place, 'work'),
    env: { PATH: `${place}/bin:${process.env['PATH'] ?? ''}`, HOME: join(place, 'home'), GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The one thing that a reader does by hand: a person's token is only ever shown on a terminal, and pasted from there.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [token] = /countersign_human_[\w-]+/u.exec(text) ?? [];
    if (token !== undefined) child.stdin.write(`${token}\n`);
  });
  if (!onTerminal) child.stdin.end();
  await new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', settle);
  });
}
