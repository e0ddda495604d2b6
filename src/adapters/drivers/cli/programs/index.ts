import type { agentVias } from '../../../../domain/model/policy-protocols.js';
import type { CliProgram } from '../program.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';

export type CliVia = (typeof agentVias.cli)[number];

/** Every program that a policy may name by `via`. */
export const cliPrograms: Readonly<Record<CliVia, CliProgram>> = {
  claude,
  codex,
  gemini,
  opencode,
  copilot,
  qwen,
  cursor,
};

export function isCliVia(word: string): word is CliVia {
  return Object.hasOwn(cliPrograms, word);
}
