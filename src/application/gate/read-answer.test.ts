import { describe, expect, it } from 'vitest';
import { loadRepairJson } from '../../adapters/opinion-text/repair-json.js';
import { qualityCheckNames } from '../../domain/model/gate.js';
import { readGateAnswer } from './read-answer.js';

const nonce = 'a'.repeat(32);
const checks = Object.fromEntries(qualityCheckNames.map((name) => [name, true]));

function answer(decision: 'GO' | 'NO_GO', feedback: string, under = nonce): string {
  return JSON.stringify({ nonce: under, decision, feedback, quality_checks: checks });
}

const read = async (...said: readonly string[]) => readGateAnswer(said.join('\n\n'), nonce, await loadRepairJson());

describe('answers of one session of a reviewer', () => {
  it.each([
    ['first', [answer('NO_GO', 'Say what expires.'), 'Let me look at it again.', answer('GO', 'All is well.')]],
    ['last', [answer('GO', 'All is well.'), answer('NO_GO', 'Say what expires.')]],
    ['between', [answer('GO', 'Well.'), answer('NO_GO', 'Say what expires.'), answer('GO', 'Well.')]],
  ])('that contradict each other count as the stricter one, the %s', async (_, said) => {
    expect(await read(...said)).toMatchObject({ decision: 'NO_GO', feedback: 'Say what expires.' });
  });

  it.each([
    ['a decision', `{"nonce":"${nonce}","decision":"NO_GO","decision":"GO","feedback":"Well.","quality_checks":{}}`],
    ['a check', answer('GO', 'Well.').replace('"security_review_passed":true', '"security_review_passed":false,$&')],
    ['the same', answer('GO', 'Well.').replace('"decision"', '"decision":"GO","decision"')],
  ])('that say %s twice in one object are none', async (_, said) => {
    expect(await read(said)).toMatchObject({ decision: null });
  });

  it('count only under the nonce of the request', async () => {
    const foreign = answer('NO_GO', 'Nothing of this is mine.', 'b'.repeat(32));
    expect(await read(foreign)).toMatchObject({ decision: null });
    expect((await read(foreign, answer('GO', 'All is well.'))).feedback).not.toContain('Nothing of this');
  });

  it('that say the same twice are one', async () => {
    expect(await read(answer('GO', 'All is well.'), answer('GO', 'All is well.'))).toMatchObject({ decision: 'GO' });
  });
});
