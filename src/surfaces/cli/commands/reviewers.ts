import { leastEvidence, type Calibration } from '../../../domain/calibration/score.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Context, Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { table } from '../text/table.js';

export const execute: Execute = async (_, context) => {
  const reviewers = await context.ask((application) => application.calibrations());
  if (isRefusal(reviewers)) return reviewers;
  if (context.json) await context.printJson('countersign/reviewers@1', { leastEvidence, reviewers });
  else await context.print(await told(reviewers, context));
  return exit.ok;
};

const none =
  'Nothing is known yet: it takes opinions of agents or persons, and what became of them (a finding mended or refuted, a reported bug or revert, a decision of a person).';

async function told(reviewers: readonly Calibration[], { terminal, io }: Context): Promise<string> {
  if (reviewers.length === 0) return none;
  const right = { align: 'right' as const };
  const percent = (fraction: number) => `${Math.round(fraction * 100)} %`;
  const figure = (number: number | null) => (number === null ? '-' : number.toFixed(3));
  const rows = await table(
    reviewers,
    [
      { title: 'REVIEWER', cell: ({ reviewer }) => printable(reviewer), flexible: true },
      { title: 'TYPE', cell: ({ category }) => (category === null ? 'all' : printable(category)), flexible: true },
      { title: 'RIGHT', cell: (each) => `${each.right}/${each.opinions}`, ...right },
      { title: 'RATE', cell: ({ baseRate }) => percent(baseRate), ...right },
      { title: 'BRIER', cell: ({ brier }) => figure(brier), ...right },
      { title: 'SKILL', cell: ({ skill }) => figure(skill), ...right },
      { title: 'WEIGHT', cell: ({ weight }) => figure(weight), ...right },
    ],
    io.stdout.isTTY === true ? terminal.columns : undefined,
    paintFor(terminal).faint,
  );
  const bins = reviewers
    .filter(({ category }) => category === null)
    .flatMap(({ reviewer, reliability }) =>
      reliability
        .filter(({ opinions }) => opinions > 0)
        .map(
          ({ from, to, opinions, right: was, calibrated }) =>
            `${printable(reviewer)} said ${from}-${to}: right in ${was} of ${opinions}, so ${percent(calibrated)} is to be expected.`,
        ),
    );
  return [...rows, '', ...bins].join('\n');
}
