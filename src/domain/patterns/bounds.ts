/** Share of cases in which a stated bound holds. */
export const assurance = 0.95;

/** Changes for which the bound on what passes unreviewed is stated. */
export const horizon = 1_000;

/** How a pattern is sampled (SPEC 7: Dodge's continuous sampling plan CSP-1). */
export interface SamplingPlan {
  /** i: clean reviews in a row before anything is skipped, again after each failure. */
  readonly cleanRun: number;
  /** f: fraction of the changes that is still reviewed. */
  readonly fraction: number;
}

/**
 * Lower bound of the rate of clean changes after `clean` of `reviewed` were, with 95 %: the 5 % quantile of what is believed of the rate
 * when nothing was believed before (uniform prior). Ten of ten give 0.76, so a bad rate of up to 24 % (SPEC 3).
 */
export function cleanRateAtLeast(clean: number, reviewed: number): number {
  // The posterior is Beta(clean + 1, failed + 1): its tail is that of a binomial with one trial more.
  const below = (rate: number) => atLeast(clean + 1, reviewed + 1, rate);
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (below(middle) < 1 - assurance) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * How many bad changes of the next `changes` pass unreviewed at most, with 95 %, whatever the creator does and whenever it does it, as long as it can't
 * tell which of its changes are drawn and a review finds what is bad. Each bad change while skipping is on is caught with
 * the fraction f, whatever came before; after each that is caught, i reviewed ones must be clean before any can pass again. So k bad ones
 * have passed before the (m+1)th was caught only if k + m draws caught m or fewer, where m is as many as fit in beside them.
 */
export function passUnreviewedAtMost({ cleanRun, fraction }: SamplingPlan, changes = horizon): number {
  if (fraction >= 1) return 0;
  let [low, high] = [0, changes];
  // The tail falls with k, since fewer catches fit in beside more that pass.
  while (low < high) {
    const passed = Math.floor((low + high) / 2);
    const caught = Math.floor((changes - passed - 1) / (cleanRun + 1));
    if (atMost(caught, passed + 1 + caught, fraction) <= 1 - assurance) high = passed;
    else low = passed + 1;
  }
  return low;
}

/**
 * The same in the long run, as a fraction of all changes: (1-f)/f bad ones pass for each that is caught, on average, and i clean ones follow
 * (White's unrestricted bound of CSP-1, which holds for a process that changes as it likes; Dodge's AOQL does not).
 */
export function passUnreviewedInTheLongRun({ cleanRun, fraction }: SamplingPlan): number {
  return (1 / fraction - 1) / (1 / fraction + cleanRun);
}

/** Average outgoing quality limit of Dodge: the same for a creator whose bad rate never changes, at the worst such rate. */
export function outgoingQualityLimit({ cleanRun, fraction }: SamplingPlan): number {
  let worst = 0;
  for (let rate = 0.001; rate < 1; rate += 0.001) {
    const run = (1 - rate) ** cleanRun;
    worst = Math.max(worst, (rate * (1 - fraction) * run) / (fraction + (1 - fraction) * run));
  }
  return worst;
}

/** P(X >= successes) of a binomial. */
function atLeast(successes: number, trials: number, rate: number): number {
  return 1 - atMost(successes - 1, trials, rate);
}

/** P(X <= successes) of a binomial. */
function atMost(successes: number, trials: number, rate: number): number {
  if (successes >= trials) return 1;
  if (rate <= 0) return 1;
  if (rate >= 1) return 0;
  let term = trials * Math.log1p(-rate);
  let sum = 0;
  const odds = Math.log(rate) - Math.log1p(-rate);
  for (let count = 0; count <= successes; count += 1) {
    sum += Math.exp(term);
    term += Math.log((trials - count) / (count + 1)) + odds;
  }
  return Math.min(1, sum);
}
