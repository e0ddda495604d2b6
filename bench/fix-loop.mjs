// What a round of the fix loop costs beside the agents in it (bar: 5 % of a seat of 2 s). The agents of the bench write down when
// their processes began and ended. Own is what lies between them (the last opinion of a round and the author, the author and the
// seats of spec, those and the seats of quality) and the longer way to the end of the command, less the same of a bare loop that
// starts the same programs one after the other. The first round runs what the process has not run before, so it is told apart.
import { panelProject } from './panel-project.mjs';

const seatMs = Number(process.argv[2] ?? 2_000);
const repeats = Number(process.argv[3] ?? 3);
const rounds = Number(process.argv[4] ?? 3);
const project = panelProject(seatMs, rounds);
/** Seats of the first review; of each round the author and the seats of spec; of the last, which passes, those of quality. */
const stages = [4, ...Array.from({ length: rounds }, () => [1, 2]).flat(), 2];

try {
  const all = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const plain = project.review();
    const looped = project.review('--fix', '--fix-by', 'mender');
    const { fix, decision } = looped.document;
    if (fix.attempts.length !== rounds || decision.outcome !== 'approved')
      throw new Error(`the loop was to mend in ${rounds} attempts`);
    const bare = between((await project.bareLoop(stages)).agents);
    const gaps = between(looped.agents);
    all.push({ gaps, own: gaps.map((gap, at) => gap - bare[at]), ending: tail(looped) - tail(plain) });
  }
  const ofGap = (kind, at) => median(all.map((each) => each[kind][at]));
  for (let round = 0; round < rounds; round += 1) {
    tell(`round ${round + 1}: to the author`, ofGap('gaps', 2 * round), ofGap('own', 2 * round));
    tell(`round ${round + 1}: to spec`, ofGap('gaps', 2 * round + 1), ofGap('own', 2 * round + 1));
  }
  tell('to quality', ofGap('gaps', 2 * rounds), ofGap('own', 2 * rounds));
  tell('to the end, against a review without a fix', median(all.map(({ ending }) => ending)));
  const inRound = (round) => median(all.map(({ own }) => sum(own.slice(2 * round, 2 * round + 2))));
  tell('the first round, own', inRound(0));
  if (rounds > 2) tell('one in the middle, own', inRound(1));
  const each = median(all.map(({ own, ending }) => (sum(own) + ending) / rounds));
  console.log(`own, of each of ${rounds} rounds: ${each.toFixed(0)} ms, with the end`);
  const share = each / seatMs;
  console.log(`of a seat: ${(share * 100).toFixed(1)} % of ${seatMs} ms (bar 5.0)`);
  process.exitCode = share <= 0.05 ? 0 : 1;
} finally {
  project.remove();
}

function tell(what, milliseconds, own) {
  const less = own === undefined ? '' : `, of which own ${own.toFixed(0)}`;
  console.log(`${milliseconds.toFixed(0).padStart(5)} ms  ${what}${less}`);
}

/** Milliseconds from the end of a stage's last agent to the start of the next stage's first. */
function between(agents) {
  if (agents.length !== sum(stages)) throw new Error(`${agents.length} agents worked, not ${sum(stages)}`);
  const begun = agents.toSorted((a, b) => a.started - b.started);
  const staged = stages.map((size, at) => begun.slice(sum(stages.slice(0, at))).slice(0, size));
  return staged.slice(1).map((stage, at) => stage[0].started - Math.max(...staged[at].map(({ ended }) => ended)));
}

function tail({ ended, agents }) {
  return ended - Math.max(...agents.map((agent) => agent.ended));
}

function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
