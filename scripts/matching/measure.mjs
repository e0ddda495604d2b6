/** F1 of predictions, with precision and recall; rows of {same, predicted}. */
export function f1(rows) {
  const hits = rows.filter(({ same, predicted }) => same && predicted).length;
  const said = rows.filter(({ predicted }) => predicted).length;
  const are = rows.filter(({ same }) => same).length;
  const precision = said === 0 ? 0 : hits / said;
  const recall = are === 0 ? 0 : hits / are;
  return {
    rows: rows.length,
    are,
    precision,
    recall,
    f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** The threshold with the best F1 on rows of {same, score}: half way to the next score below it. */
export function bestThreshold(rows) {
  const sorted = [...rows].sort((a, b) => b.score - a.score);
  const are = rows.filter(({ same }) => same).length;
  let hits = 0;
  let best = { f1: -1, threshold: 0 };
  sorted.forEach(({ same, score }, index) => {
    hits += same ? 1 : 0;
    const next = sorted[index + 1]?.score ?? score;
    const value = (2 * hits) / (index + 1 + are);
    if (next < score && value > best.f1) best = { f1: value, threshold: (score + next) / 2 };
  });
  return best.threshold;
}

export function table(head, rows) {
  const cells = [
    head,
    ...rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(3) : String(cell))),
    ),
  ];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}

const tokens = (text) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
      .filter((word) => word.length > 2)
      .map((word) => word.replace(/(?:ing|ed|es|s)$/u, '')),
  );

/** The baseline: Jaccard of stemmed words. */
export function jaccardOf(a, b) {
  const [one, two] = [tokens(a), tokens(b)];
  const common = [...one].filter((word) => two.has(word)).length;
  return common / Math.max(1, one.size + two.size - common);
}
