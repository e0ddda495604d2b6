/** Canonical names of the verdicts that the data sets use. */
const verdicts = new Map([
  ['approved', 'approved'],
  ['pass', 'approved'],
  ['changes', 'changes_requested'],
  ['fail', 'changes_requested'],
  ['rejected', 'rejected'],
  ['unclear', 'inconclusive'],
]);

/** Counts how well readings agree with what the rows expect. */
export function createScore() {
  const count = {
    rows: 0,
    verdicts: 0,
    right: 0,
    ambiguous: 0,
    wrongApprovals: 0,
    expected: 0,
    found: 0,
    matched: 0,
    placed: 0,
    located: 0,
  };
  const differences = [];

  function addVerdict(id, row, reading, stated, foreign) {
    if (row.ambiguous === true) {
      count.ambiguous += 1;
      return;
    }
    const expected = verdicts.get(stated) ?? stated;
    count.verdicts += 1;
    // Another tool knows only pass and fail: whatever does not approve is a fail.
    const right = foreign
      ? (expected === 'approved') === (reading.verdict === 'approved')
      : expected === reading.verdict;
    if (right) count.right += 1;
    else differences.push(`${id}: expected ${expected}, read ${reading.verdict} (${reading.reason})`);
    if (reading.verdict === 'approved' && expected !== 'approved') count.wrongApprovals += 1;
  }

  function addFindings(id, expected, found) {
    const free = [...found];
    count.expected += expected.length;
    count.found += found.length;
    const missed = [];
    // A gist in another language shares no word with the text: one and one are the same where their places agree.
    const lone = expected.length === 1 && found.length === 1;
    for (const want of [...expected].sort((one, other) => places(other) - places(one))) {
      const best = free.map((have) => ({ have, fit: fit(want, have) })).sort((one, other) => other.fit - one.fit)[0];
      if (best === undefined || (best.fit <= 0 && !(lone && (want.line ?? want.file ?? null) === null))) {
        missed.push(want);
        continue;
      }
      free.splice(free.indexOf(best.have), 1);
      count.matched += 1;
      if (typeof want.line === 'number') {
        count.placed += 1;
        if (want.line === best.have.line && sameFile(want.file, best.have.file)) count.located += 1;
        else differences.push(`${id}: place ${want.file}:${want.line} read as ${best.have.file}:${best.have.line}`);
      }
    }
    for (const want of missed) differences.push(`${id}: missed "${want.gist}"`);
    for (const have of free) differences.push(`${id}: not expected "${have.gist}" (${have.file}:${have.line})`);
  }

  return {
    add(id, row, reading, found) {
      count.rows += 1;
      if (row.expected?.verdict !== undefined) addVerdict(id, row, reading, row.expected.verdict, false);
      if (row.roborev_expected !== undefined) addVerdict(id, row, reading, row.roborev_expected, true);
      const wanted =
        row.expected?.findings ?? row.expected_findings?.map((finding) => ({ ...finding, gist: finding.text }));
      if (wanted !== undefined && row.ambiguous !== true) addFindings(id, wanted, found);
    },
    summary(withDifferences) {
      const rate = (part, whole) => (whole === 0 ? 'n/a' : `${((100 * part) / whole).toFixed(1)} %`);
      const lines = [`${count.rows} rows`];
      if (count.verdicts > 0)
        lines.push(
          `verdict right: ${count.right} of ${count.verdicts} (${rate(count.right, count.verdicts)}), wrong approvals: ${count.wrongApprovals}, ambiguous rows apart: ${count.ambiguous}`,
        );
      if (count.expected + count.found > 0)
        lines.push(
          `findings recall: ${count.matched} of ${count.expected} (${rate(count.matched, count.expected)}), precision: ${count.matched} of ${count.found} (${rate(count.matched, count.found)}), place right: ${count.located} of ${count.placed}`,
        );
      return `${[...lines, ...(withDifferences ? differences : [])].join('\n')}\n`;
    },
  };
}

function places(finding) {
  return (finding.line ? 2 : 0) + (finding.file ? 1 : 0);
}

function sameFile(want, have) {
  if (want === undefined || want === null) return true;
  return (
    have !== null && have !== undefined && (want === have || want.endsWith(`/${have}`) || have.endsWith(`/${want}`))
  );
}

/** How well a finding fits an expected one; 0 or less: it is another one. */
function fit(want, have) {
  const words = overlap(want.gist ?? '', have.gist ?? '');
  if (want.line && have.line)
    return want.line === have.line && sameFile(want.file, have.file) ? 2 + words : words > 0.6 ? words : 0;
  if (want.file && have.file) return sameFile(want.file, have.file) ? 1 + words : 0;
  return words >= 0.2 ? words : 0;
}

/** Share of the expected words that occur in the finding. */
function overlap(want, have) {
  const wanted = new Set(want.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const text = have.toLowerCase();
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => text.includes(word.slice(0, 6))).length / wanted.size;
}
