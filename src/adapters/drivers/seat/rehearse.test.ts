import { expect, it } from 'vitest';
import { readOpinion } from '../../../domain/opinion/read-opinion.js';
import { loadRepairJson } from '../../opinion-text/repair-json.js';
import { rehearse } from './rehearse.js';

it('reads an answer that has all that answers have: a verdict, a checklist, and findings in the form and in prose', async () => {
  const texts: string[] = [];
  const redact = (text: string): Promise<string> => {
    texts.push(text);
    return Promise.resolve(text);
  };
  await rehearse({ redact, loadRepair: loadRepairJson });
  expect(texts.length).toBeGreaterThan(1);
  const read = readOpinion(texts[0] ?? '', { nonce: 'rehearsal', repair: await loadRepairJson() });
  expect(read.obstacle).toBeUndefined();
  expect(read).toMatchObject({ verdict: 'changes_requested', confidence: 95 });
  expect(read.findings.length).toBeGreaterThan(0);
  expect(Object.keys(read.checklist)).toEqual(['tests_pass', 'documented']);
});
