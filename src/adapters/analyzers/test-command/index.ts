import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCommand } from '../../../application/ports/reviewer.js';
import type { AnalysisInput, AnalysisResult, Analyzer, Hit } from '../analyzer.js';
import { redact } from '../secrets/redact.js';
import { runCommand, type CommandEnd } from './run-command.js';
import { testCommandRule } from './rule.js';

/** Runs the policy's test command in a checkout of the head: the only thing of a repository that is ever executed. */
export function testCommand(storeEvidence: (bytes: Uint8Array) => Promise<string>): Analyzer {
  return {
    name: 'test command',
    role: 'tester',
    compares: 'itself',
    rules: [testCommandRule.id],
    applies: ({ packet }) => packet.testCommand !== undefined,
    analyze: async (input) => {
      const command = input.packet.testCommand;
      return command === undefined ? nothing : run(input, command, storeEvidence);
    },
  };
}

const nothing: AnalysisResult = { hits: [], read: [], failed: [], notChecked: [] };

async function run(
  { packet, signal }: AnalysisInput,
  command: TestCommand,
  storeEvidence: (bytes: Uint8Array) => Promise<string>,
): Promise<AnalysisResult> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-tests-'));
  try {
    await packet.frozen.checkout('head', directory);
    const end = await runCommand(command, directory, signal);
    const output = await redact(end.output);
    const digest = await storeEvidence(Buffer.from(output));
    const evidence = [{ what: `output of \`${command.command}\` (${describe(end)})`, digest }];
    if (end.kind === 'unfinished') {
      return { ...nothing, evidence, notChecked: [{ rule: testCommandRule.id, reason: end.reason }] };
    }
    return {
      ...nothing,
      evidence,
      hits: end.exitCode === 0 ? [] : [failure(command, end, output, packet.frozen.change.files[0]?.path ?? '')],
    };
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

function describe(end: CommandEnd): string {
  return end.kind === 'unfinished' ? end.reason : `exit ${end.exitCode}`;
}

/** The last lines say most; the whole is kept as evidence. */
function failure(command: TestCommand, end: { readonly exitCode: number }, output: string, file: string): Hit {
  const tail = output.trimEnd().split('\n').slice(-12).join('\n').slice(-1_200);
  const message = `The test command \`${command.command}\` ended with exit code ${end.exitCode} on the head. Mend what broke and run it again. Its last lines:\n${tail}`;
  return { rule: testCommandRule.id, severity: 'critical', file, side: 'head', line: 0, message };
}
