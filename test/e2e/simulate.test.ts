import { expect, it } from 'vitest';
import { Project } from '../kit/project.js';

/** A project with a reviewed change and one that a rule skipped. */
async function reviewed(): Promise<Project> {
  const project = new Project();
  project.commit('base', { 'a.ts': 'export const a = 1;\n' });
  project.git('checkout', '--quiet', '-b', 'topic');
  project.commit('feat: count', { 'a.ts': 'export const a = 1;\nexport const b = 2;\n' });
  project.git('checkout', '--quiet', '-b', 'readme', 'main');
  project.commit('docs: say hello', { 'README.md': '# Hello\n' });
  const codes = [await project.run(['review', 'main..topic']), await project.run(['review', 'main..readme'])];
  expect(codes.map(({ code }) => code)).toEqual([0, 0]);
  return project;
}

it('the recorded history is decided again under the policy of a file', async () => {
  const project = await reviewed();
  project.write({
    'same.yaml': 'protocol: standards\n',
    'person.yaml':
      "reviewer_matrix: { '*': { primary: human } }\nreview_required: { skip_if: [{ when: files > 9 }] }\n",
    'broken.yaml': 'protokol: x\nseats: 3\n',
  });

  const same = await project.run(['policy', 'simulate', 'same.yaml']);
  expect([same.code, same.stdout]).toEqual([0, '2 reviews under same.yaml: 2 the same\n']);

  const person = await project.run(['policy', 'simulate', 'person.yaml', '--json']);
  expect(person.code).toBe(1);
  expect(JSON.parse(person.stdout)).toMatchObject({
    schema: 'countersign/simulation@1',
    since: null,
    ...{ reviews: 2, same: 0, flipped: 2, unknown: 0, undecided: 0 },
    decisions: [
      { recorded: 'skipped', simulated: 'needs_review' },
      { recorded: 'approved', simulated: 'escalated' },
    ],
  });
  const one = await project.run(['policy', 'simulate', 'person.yaml', '--limit', '1']);
  expect(one.stdout).toContain('1 more: countersign policy simulate --limit 2');

  const later = await project.run(['policy', 'simulate', 'person.yaml', '--since', '2999-01-01']);
  expect([later.code, later.stdout]).toEqual([0, '0 reviews under person.yaml\n']);

  const broken = await project.run(['policy', 'simulate', 'broken.yaml', '--json']);
  expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([2, { code: 'policy_invalid' }]);
  expect(JSON.parse(broken.stdout)).toHaveProperty('problems.length', 2);
});
