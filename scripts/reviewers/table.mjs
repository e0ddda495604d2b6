// The table of docs/embedded-reviewers.md from the reports of one build.

const OUTCOMES = ['approved', 'skipped', 'changes_requested', 'inconclusive'];
const READINGS = ['true', 'arguable', 'false'];

/** A row for each repository, in markdown. */
export function tableOf(measured, read) {
  const rows = measured.map(({ repository, skip, count, runs }) =>
    [
      repository,
      `${skip + 1}-${skip + count}`,
      OUTCOMES.map((outcome) => runs.filter((run) => outcomeOf(run) === outcome).length).join(' / '),
      READINGS.map((reading) => findingsOf(runs, read).filter((finding) => finding.reading === reading).length).join(
        ' / ',
      ),
      median(runs.map(changedLines)),
      `${(median(runs.map((run) => run.milliseconds)) / 1000).toFixed(1)} s`,
    ].join(' | '),
  );
  return [
    '| repository | commits | approved / skipped / changes / inconclusive | true / arguable / false | median lines | median time |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** What the table comes to, what was not approved and why, and what nobody read. */
export function summary(measured, read) {
  const runs = measured.flatMap((row) => row.runs);
  const findings = findingsOf(runs, read);
  const held = runs.filter((run) => !['approved', 'skipped'].includes(outcomeOf(run)));
  const falses = findings.filter(({ reading }) => reading === 'false');
  const lines = [
    `${runs.length} commits, ${findings.length} findings, ${falses.length} false ` +
      `(${((10 * falses.length) / runs.length).toFixed(2)} per 10 commits); ${held.length} not approved`,
    ...held.map((run) => `held: ${run.repository} ${short(run)} ${outcomeOf(run)}: ${reasonOf(run)}`),
    ...findings
      .filter(({ reading }) => reading === undefined)
      .map(({ key, severity }) => `unread: ${key} (${severity})`),
  ];
  return `${lines.join('\n')}\n`;
}

function findingsOf(runs, read) {
  return runs.flatMap((run) =>
    (run.report?.findings ?? []).map(({ rule, file, line, severity }) => {
      const key = [run.repository, short(run), rule, `${file}:${line ?? 0}`].join(' ');
      return { key, severity, reading: read.get(key) };
    }),
  );
}

function reasonOf({ report, status }) {
  if (report === undefined) return `exit ${status}`;
  return report.decision.rules
    .filter(({ result }) => result === 'unsatisfied' || result === 'error')
    .map(({ id, reason }) => `${id}: ${reason}`)
    .join('; ');
}

function outcomeOf({ report, status }) {
  return report?.decision.outcome ?? `exit ${status}`;
}

function changedLines({ report }) {
  return (report?.change.files ?? []).reduce((sum, { added, deleted }) => sum + (added ?? 0) + (deleted ?? 0), 0);
}

function short({ commit }) {
  return commit.slice(0, 10);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
