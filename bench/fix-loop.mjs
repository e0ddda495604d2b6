// What a round of the fix loop costs beside the agents in it (bar: 5 % of a seat of 2 s): a review with one fix attempt, less the
// same review without, less what author and seats took.
import { panelProject } from './panel-project.mjs';

const seatMs = Number(process.argv[2] ?? 2_000);
const rounds = Number(process.argv[3] ?? 3);
const project = panelProject(seatMs);

try {
  const own = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = project.review();
    const looped = project.review('--fix', '--fix-by', 'mender');
    const { fix, opinions, decision } = looped.document;
    if (fix.attempts.length !== 1 || decision.outcome !== 'approved')
      throw new Error('the loop was to mend in one attempt');
    const slowest = (role) =>
      Math.max(...opinions.filter(({ seat }) => seat.role === role).map(({ durationMs }) => durationMs));
    const firstRound = Math.max(...plain.document.opinions.map(({ durationMs }) => durationMs));
    const agents = firstRound + fix.attempts[0].durationMs + slowest('spec') + slowest('quality');
    own.push(looped.wallMs - agents - (plain.wallMs - firstRound));
  }
  const milliseconds = own.toSorted((a, b) => a - b)[Math.floor(own.length / 2)];
  const share = milliseconds / seatMs;
  console.log(`own, per round    ${milliseconds.toFixed(0)} ms`);
  console.log(`of a seat         ${(share * 100).toFixed(1)} % of ${seatMs} ms (bar 5.0)`);
  process.exitCode = share <= 0.05 ? 0 : 1;
} finally {
  project.remove();
}
