import { expect, it } from 'vitest';
import { buildProgram } from '../../src/surfaces/cli/program.js';
import { cliReference } from './cli-reference.js';

it('docs/cli.md is what the program says (npm run docs:cli)', async () => {
  await expect(cliReference(buildProgram(() => undefined))).toMatchFileSnapshot('../../docs/cli.md');
});
