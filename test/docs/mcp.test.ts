import { expect, it } from 'vitest';
import { instructions } from '../../src/surfaces/mcp/instructions.js';
import { listedPrompts } from '../../src/surfaces/mcp/prompts.js';
import { resourceTemplates } from '../../src/surfaces/mcp/resources.js';
import { tools } from '../../src/surfaces/mcp/tools/catalogue.js';
import { policyUri } from '../../src/surfaces/mcp/uris.js';
import { mcpReference } from './mcp-reference.js';
import { recordedExchanges } from './mcp-session.js';

it('docs/mcp.md is what the program says and does (npm run docs:mcp)', async () => {
  const resources = [
    ...resourceTemplates.map(({ uriTemplate, description }) => ({ uri: uriTemplate, description })),
    { uri: policyUri, description: 'The policy that the newest commit holds, in its normal form.' },
  ];
  const page = mcpReference({
    tools,
    exchanges: await recordedExchanges(),
    instructions,
    prompts: listedPrompts(),
    resources,
  });
  await expect(page).toMatchFileSnapshot('../../docs/mcp.md');
});
