// Wall time of a panel's first round against its slowest seat (SPEC 10: at most 1.05 x): four seats at once.
import { panelProject } from './panel-project.mjs';
import { median } from './median.mjs';

const seatMs = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const project = panelProject(seatMs);

try {
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const { wallMs, document } = project.review();
    const slowest = Math.max(...document.opinions.map(({ durationMs }) => durationMs));
    const { startedAt, completedAt, createdAt } = document.review;
    const roundMs = Date.parse(completedAt ?? document.escalation?.at ?? createdAt) - Date.parse(startedAt);
    ratios.push({ round: roundMs / slowest, command: wallMs / slowest, slowest, seats: document.opinions.length });
  }
  const [{ seats, slowest }] = ratios;
  const round = median(ratios.map((each) => each.round));
  console.log(`seats             ${seats}, slowest ${Math.round(slowest)} ms`);
  console.log(`round / slowest   ${round.toFixed(3)} (bar 1.05)`);
  console.log(`command / slowest ${median(ratios.map((each) => each.command)).toFixed(3)}`);
  process.exitCode = round <= 1.05 ? 0 : 1;
} finally {
  project.remove();
}
