import picocolors from 'picocolors';
import type { Outcome, RuleResult } from '../../../domain/model/decision.js';
import type { Severity } from '../../../domain/model/verdict.js';
import type { Terminal } from './terminal.js';

type Brush = (text: string) => string;

/** Colours by meaning; each returns its text unchanged where colours are off. */
export interface Paint {
  readonly strong: Brush;
  readonly faint: Brush;
  readonly good: Brush;
  readonly bad: Brush;
  readonly unsure: Brush;
  readonly severity: Readonly<Record<Severity, Brush>>;
  readonly outcome: Readonly<Record<Outcome, Brush>>;
}

/** Signs in front of answers and rules; ASCII unless the terminal shows more. */
export interface Marks {
  readonly yes: string;
  readonly no: string;
  readonly unknown: string;
  readonly none: string;
}

export function paintFor(terminal: Terminal): Paint {
  const colours = picocolors.createColors(terminal.colour);
  const headline =
    (colour: Brush): Brush =>
    (text) =>
      colours.bold(colour(text));
  return {
    strong: colours.bold,
    faint: colours.dim,
    good: colours.green,
    bad: colours.red,
    unsure: colours.yellow,
    severity: { critical: headline(colours.red), important: colours.yellow, minor: colours.cyan },
    outcome: {
      approved: headline(colours.green),
      flagged: headline(colours.yellow),
      skipped: headline(colours.cyan),
      changes_requested: headline(colours.red),
      rejected: headline(colours.red),
      escalated: headline(colours.yellow),
      paused: headline(colours.yellow),
      inconclusive: headline(colours.magenta),
    },
  };
}

export function marksFor(terminal: Terminal): Marks {
  return terminal.unicode
    ? { yes: '✓', no: '✗', unknown: '?', none: '·' }
    : { yes: 'ok', no: 'NO', unknown: '? ', none: '- ' };
}

/** A sign and its colour. */
export interface Sign {
  readonly mark: string;
  readonly brush: Brush;
}

export function ruleSign(result: RuleResult['result'], marks: Marks, paint: Paint): Sign {
  switch (result) {
    case 'satisfied':
      return { mark: marks.yes, brush: paint.good };
    case 'unsatisfied':
      return { mark: marks.no, brush: paint.bad };
    case 'error':
      return { mark: marks.unknown, brush: paint.unsure };
    case 'not_applicable':
      return { mark: marks.none, brush: paint.faint };
  }
}

/** The sign of an answer to a criterion; null: nobody checked it. */
export function answerSign(answer: boolean | null, marks: Marks, paint: Paint): Sign {
  if (answer === null) return { mark: marks.unknown, brush: paint.unsure };
  return answer ? { mark: marks.yes, brush: paint.good } : { mark: marks.no, brush: paint.bad };
}
