import { expect, it } from 'vitest';
import { refuse } from '../../src/domain/model/refusal.js';
import { tools } from '../../src/surfaces/mcp/tools/catalogue.js';
import { inCommands } from '../../src/surfaces/cli/verbs.js';

it.each([
  [
    'call `start_review` and use the nonce that it returns',
    'run `countersign start` and use the nonce that it returns',
  ],
  ['see `list_reviews` with mine: to_do for what is yours', 'see `countersign list --mine to_do` for what is yours'],
  ['write the fields of submit_review', 'write the fields of countersign submit'],
  ['nobody calls', 'nobody calls'],
])('says %j as a command', (given, expected) => {
  expect(inCommands(refuse('not_now', 'no', given)).remedy).toBe(expected);
});

it('knows a command for every tool', () => {
  for (const { name } of tools) expect(inCommands(refuse('not_now', name, name)).message).toMatch(/^countersign /u);
});
