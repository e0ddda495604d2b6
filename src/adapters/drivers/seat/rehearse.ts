import { readOpinion } from '../../../domain/opinion/read-opinion.js';
import type { SeatTools } from './ask-part.js';

const nonce = 'rehearsal';

/** An answer that no agent gave, with everything that answers have. */
const answer = [
  `Countersign-Nonce: ${nonce}`,
  'I have read the change. The tests pass, but one thing has to change before it can be merged.',
  '- **Important** src/sum.js:2: the check for overflow is missing.',
  JSON.stringify({
    nonce,
    verdict: 'changes_requested',
    confidence: 95,
    summary: 'Something is left to do.',
    checklist: {
      tests_pass: { answer: true, reason: null },
      documented: { answer: false, reason: 'sum has no comment' },
    },
    findings: [
      {
        ...{ severity: 'critical', category: 'correctness', file: 'src/sum.js', line: 2, endLine: null },
        ...{ quote: '// TODO check for overflow', message: 'This is not done yet', suggestion: null },
      },
    ],
    ground: null,
  }),
].join('\n\n');

/** Runs after which an engine has compiled what reads answers, and their patterns too: it waits to see each of them twice. */
const runs = 3;

/**
 * Reads an answer that nobody gave, while the agents think: the first that a process reads takes 100 ms, the third two. What it says is
 * thrown away.
 */
export async function rehearse({ redact, loadRepair }: Pick<SeatTools, 'redact' | 'loadRepair'>): Promise<void> {
  const repair = await loadRepair();
  for (let run = 0; run < runs; run += 1) {
    readOpinion(answer, { nonce, repair });
    readOpinion(answer.slice(answer.indexOf('{')), { nonce, repair });
    await redact(answer);
  }
}
