// What a round of the fix loop costs beside the agents in it (bar: 5 % of a seat of 2 s). The agents of the bench write down when
// their processes began and ended. Own is what lies between them (the last opinion of a round and the author, the author and the
// seats of spec, those and the seats of quality) and the longer way to the end of the command, less the same of a bare loop that
// starts the same programs one after the other.
import { panelProject } from './panel-project.mjs';

const seatMs = Number(process.argv[2] ?? 2_000);
const rounds = Number(process.argv[3] ?? 3);
const project = panelProject(seatMs);
/** Seats of the first round, the author, seats of spec and of quality on the fix. */
const stages = [4, 1, 2, 2];

try {
  const own = [];
  const bare = [];
  const parts = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = project.review();
    const looped = project.review('--fix', '--fix-by', 'mender');
    const { fix, decision } = looped.document;
    if (fix.attempts.length !== 1 || decision.outcome !== 'approved')
      throw new Error('the loop was to mend in one attempt');
    const baseline = await project.bareLoop(stages);
    const gaps = between(looped.agents);
    const ending = tail(looped) - tail(plain);
    bare.push(sum(between(baseline.agents)));
    own.push(sum(gaps) + ending - bare.at(-1));
    parts.push([...gaps, ending]);
  }
  const milliseconds = median(own);
  const share = milliseconds / seatMs;
  const names = ['to the author', 'to spec', 'to quality', 'to the end, against a review without a fix'];
  names.forEach((name, at) =>
    console.log(
      `${median(parts.map((each) => each[at]))
        .toFixed(0)
        .padStart(5)} ms  ${name}`,
    ),
  );
  console.log(`bare loop, the same  ${median(bare).toFixed(0)} ms`);
  console.log(`own, per round       ${milliseconds.toFixed(0)} ms`);
  console.log(`of a seat            ${(share * 100).toFixed(1)} % of ${seatMs} ms (bar 5.0)`);
  process.exitCode = share <= 0.05 ? 0 : 1;
} finally {
  project.remove();
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
