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
  [
    'tell it with `emit_event`; an answer belongs to a request',
    'tell it with `countersign run event`; an answer belongs to a request',
  ],
  ['tell it as the event request_review', 'tell it as the event request_review'],
  ['write the fields of the MCP tool submit_review', 'write the fields of the MCP tool submit_review'],
  ['nobody calls', 'nobody calls'],
])('says %j as a command', (given, expected) => {
  expect(inCommands(refuse('not_now', 'no', given)).remedy).toBe(expected);
});

it('leaves what the user wrote as it is', () => {
  const message = 'the title "call `start_review` from get_review" is too long';
  const problems = [{ message: 'there is no submit_review', key: 'get_review', expected: '`start_review`' }];
  const refusal = { ...refuse('not_now', message, 'shorten get_review'), problems };
  expect(inCommands(refusal)).toEqual(refusal);
});

it('knows a command for every tool', () => {
  for (const { name } of tools)
    expect(inCommands(refuse('not_now', name, `\`${name}\``)).remedy).toMatch(/^`countersign /u);
});
