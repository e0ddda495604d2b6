import { describe, expect, it } from 'vitest';
import { McpSession } from '../kit/mcp-session.js';
import { peerProject } from '../kit/peer-project.js';
import { Peers } from '../kit/peers.js';
import { Project } from '../kit/project.js';

/** As a role is spelled by a person, and as the program spells it. */
const names = ['auditor', 'Core Developer'];

describe('a name of an embedded role', () => {
  it.each(names)('%s is no creator of a review on the command line, and nothing is opened', async (name) => {
    const project = new Project();
    project.commit('feat: one', { 'a.ts': 'export const one = 1;\n' });
    const { code, stdout } = await project.run(['review', 'HEAD', '--creator', name, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { code: 'name_reserved' }]);
    const listed = await project.run(['list', '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ reviews: [] });
  });

  it.each(names)('%s is no creator of a request, whose name nobody proves', async (name) => {
    const peers = await Peers.open();
    peers.change({ 'a.ts': 'two\n' });
    expect(await peers.as(undefined).request({ creator: name })).toMatchObject({ code: 'name_reserved' });
    expect(await peers.store.listReviews()).toEqual([]);
  });

  it('is no creator of a request over MCP: the token says who asks, and none says it of a role', async () => {
    const { project, tokens } = await peerProject();
    const claimed = await McpSession.start(project, undefined);
    expect(await claimed.refused('request_review', { creator: 'auditor' })).toBe('token_needed');
    const proved = await McpSession.start(project, tokens.maker);
    expect(await proved.refused('request_review', { creator: 'auditor' })).toBe('actor_mismatch');
    expect(await proved.done('list_reviews')).toMatchObject({ reviews: [] });
  });

  it.each(['auditor', 'core-developer'])('%s is no name of an agent', async (name) => {
    const project = new Project();
    project.commit('chore: begin');
    const { code, stdout } = await project.run(['agent', 'add', name, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { code: 'name_reserved' }]);
  });

  it('is left to whoever git calls so', async () => {
    const project = new Project();
    project.commit('chore: begin', { 'a.ts': 'export const one = 1;\n' });
    project.commitAs('auditor', 'docs: say it', { 'README.md': '# One\n' });
    const { stdout } = await project.run(['review', 'HEAD', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ review: { creator: 'auditor' } });
  });
});
