/**
 * Logistic regression by Newton's method with an L2 penalty on standardised measures. Rows are arrays of numbers.
 * Returns the weights for the raw measures, so that nothing has to be standardised when they are used.
 */
export function fit(rows, labels, { penalty = 3, rounds = 12 } = {}) {
  const width = rows[0].length;
  const { mean, scale } = standard(rows, width);
  const design = rows.map((row) => [1, ...row.map((value, column) => (value - mean[column]) / scale[column])]);
  let beta = new Array(width + 1).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = beta.map((value, index) => (index === 0 ? 0 : -penalty * value));
    const hessian = beta.map((_, i) => beta.map((__, j) => (i === j ? (i === 0 ? 1e-9 : penalty) : 0)));
    design.forEach((row, index) => {
      const p = sigmoid(dot(beta, row));
      const weight = Math.max(1e-9, p * (1 - p));
      for (let i = 0; i <= width; i += 1) {
        gradient[i] += ((labels[index] ? 1 : 0) - p) * row[i];
        const scaled = weight * row[i];
        if (scaled !== 0) for (let j = 0; j <= i; j += 1) hessian[i][j] += scaled * row[j];
      }
    });
    for (let i = 0; i <= width; i += 1) for (let j = 0; j < i; j += 1) hessian[j][i] = hessian[i][j];
    const step = solve(hessian, gradient);
    beta = beta.map((value, index) => value + step[index]);
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  const weights = beta.slice(1).map((value, column) => value / scale[column]);
  return { intercept: beta[0] - dot(weights, mean), weights };
}

export const sigmoid = (value) => 1 / (1 + Math.exp(-value));
export const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);
export const predict = ({ intercept, weights }, row) => intercept + dot(weights, row);

function standard(rows, width) {
  const mean = new Array(width).fill(0);
  const scale = new Array(width).fill(0);
  for (const row of rows) row.forEach((value, column) => (mean[column] += value / rows.length));
  for (const row of rows) row.forEach((value, column) => (scale[column] += (value - mean[column]) ** 2 / rows.length));
  return { mean, scale: scale.map((value) => Math.sqrt(value) || 1) };
}

/** Solves a symmetric system by Gaussian elimination with pivoting. */
function solve(matrix, right) {
  const rows = matrix.map((row, index) => [...row, right[index]]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = column + 1; row < size; row += 1) {
      const factor = rows[row][column] / rows[column][column];
      if (factor !== 0) for (let at = column; at <= size; at += 1) rows[row][at] -= factor * rows[column][at];
    }
  }
  const answer = new Array(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = rows[row][size];
    for (let column = row + 1; column < size; column += 1) rest -= rows[row][column] * answer[column];
    answer[row] = rest / rows[row][row];
  }
  return answer;
}
