import type { Progress } from '../../application/application.js';
import type { CliIo } from './io.js';
import { cut, hanging } from './text/layout.js';
import { printable } from './text/printable.js';
import { terminalOf } from './text/terminal.js';
import { duration } from './text/time.js';

/** In a pipe a step is reported only when the run takes longer than this, so that short runs leave no noise in logs. */
const silentInPipe = 5_000;
const redrawEvery = 100;

export interface ProgressLine {
  readonly step: (progress: Progress) => void;
  readonly stop: () => void;
}

/**
 * What is going on, on stderr: one line that is drawn over on a terminal, a line a step in a pipe once the run is long,
 * nothing with `--quiet`. A step that comes in while nothing else lets the timer run is drawn at once, at most ten times a
 * second. A remark to keep gets lines of its own, whatever else is shown.
 */
export function startProgress(io: CliIo, quiet: boolean): ProgressLine {
  const terminal = terminalOf(io.stderr, io.env);
  const drawn = io.stderr.isTTY === true && io.env['TERM'] !== 'dumb';
  const line = quiet ? silent : drawn ? drawnOver(io, terminal.columns, terminal.unicode) : inPipe(io);
  return {
    step: (progress) => {
      if (progress.lasting !== true) {
        line.step(progress);
        return;
      }
      if (drawn) io.stderr.write('\r\u001b[K');
      io.stderr.write(`${hanging(`${progress.who}: `, progress.step, terminal.columns).join('\n')}\n`);
    },
    stop: line.stop,
  };
}

const silent: ProgressLine = { step: () => undefined, stop: () => undefined };

function inPipe(io: CliIo): ProgressLine {
  const started = io.now();
  return {
    step: ({ who, step }) => {
      const passed = io.now() - started;
      if (passed >= silentInPipe) io.stderr.write(`${duration(passed)}  ${printable(`${who}: ${step}`)}\n`);
    },
    stop: () => undefined,
  };
}

function drawnOver(io: CliIo, columns: number, unicode: boolean): ProgressLine {
  const frames = unicode ? ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] : ['-', '\\', '|', '/'];
  const started = io.now();
  /** Latest step of each, the most recent last. */
  const steps = new Map<string, string>();
  let frame = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = (): void => {
    drawnAt = io.now();
    frame = (frame + 1) % frames.length;
    const doing = [...steps].slice(-3).map(([who, step]) => printable(`${who}: ${step}`));
    const line = `${frames[frame] ?? ''} ${duration(io.now() - started)}  ${doing.reverse().join(' | ')}`;
    io.stderr.write(`\r\u001b[K${cut(line, columns - 1)}`);
  };
  const timer = setInterval(draw, redrawEvery);
  timer.unref();
  return {
    step: ({ who, step }) => {
      steps.delete(who);
      steps.set(who, step);
      if (io.now() - drawnAt >= redrawEvery) draw();
    },
    stop: () => {
      clearInterval(timer);
      io.stderr.write('\r\u001b[K');
    },
  };
}
