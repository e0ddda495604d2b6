import type { RunEvent } from '../model/event.js';
import { refuse, type Problem, type Refusal } from '../model/refusal.js';
import {
  missingFrom,
  openCycle,
  type CycleAnswer,
  type CycleDecision,
  type CycleVerdict,
  type Run,
  type RunCycle,
} from '../model/run.js';
import { canonicalSeverity } from '../model/verdict.js';
import { stopped } from './report.js';

/** An answer as an agent hands it in. */
export interface GivenAnswer {
  /** Number of the cycle that it answers; default: the one that is open, for an approval only where no earlier one is owed. */
  readonly cycle?: number;
  readonly verdict: CycleVerdict;
  readonly summary: string;
  readonly issues: readonly { readonly severity: string; readonly description: string; readonly file?: string }[];
}

/** The decision on a cycle: the protocol's. */
export type DecideCycle = (cycle: Pick<RunCycle, 'asked' | 'answers'>) => CycleDecision;

/**
 * An answer of one peer, and the decision where it is the last that was missing or a blocker, which waits for nobody. An answer that
 * comes too late is kept and counts against the work only.
 */
export function answer(
  run: Run,
  by: { readonly reviewer: string; readonly given: GivenAnswer; readonly now: number },
  decide: DecideCycle,
): readonly RunEvent[] | Refusal {
  if (run.status === 'stopped') return stopped(run);
  const cycle = answeredCycle(run, by.reviewer, by.given);
  if ('refused' in cycle) return cycle;
  const problems = problemsOf(by.given, run.terms.maxWords);
  if (problems.length > 0) return incomplete(problems);
  const late = cycle.decision !== null;
  const { reviewer, now } = by;
  const said = { reviewer, ...wordsOf(by.given) };
  const answered: RunEvent = { type: 'cycle_answered', data: { ...said, cycle: cycle.number, late } };
  if (late) return [answered];
  const after = { ...cycle, answers: [...cycle.answers, { ...said, at: now }] };
  const decision = decide(after);
  if (missingFrom(after).length > 0 && decision.action !== 'stop_and_escalate') return [answered];
  return [answered, { type: 'cycle_decided', data: { cycle: cycle.number, decision } }];
}

function answeredCycle(run: Run, reviewer: string, given: GivenAnswer): RunCycle | Refusal {
  const { cycle: number } = given;
  const found =
    number === undefined ? (openCycle(run) ?? run.cycles.at(-1)) : run.cycles.find((each) => each.number === number);
  if (found === undefined)
    return refuse(
      'unknown_cycle',
      number === undefined ? `nobody was asked anything in run ${run.id} yet` : `run ${run.id} has no cycle ${number}`,
      'tell a milestone or a blocker with `emit_event`; an answer belongs to a request',
    );
  const said = [...found.answers, ...found.late].some((each) => each.reviewer === reviewer);
  if (said)
    return refuse(
      'already_answered',
      `you have answered cycle ${found.number} of run ${run.id}`,
      'what you see since then belongs into an event: a blocker, or request_review',
    );
  return ambiguous(run, found, reviewer, given) ?? found;
}

/** Whoever still owes an earlier cycle its answer may have read that one alone: an approval is never moved to what came after it. */
function ambiguous(
  run: Run,
  { number: latest }: RunCycle,
  reviewer: string,
  { cycle, verdict }: GivenAnswer,
): Refusal | undefined {
  if (cycle !== undefined || verdict !== 'approved') return undefined;
  const earlier = run.cycles.find(
    ({ number, asked, answers, late }) =>
      number < latest && asked.includes(reviewer) && ![...answers, ...late].some((each) => each.reviewer === reviewer),
  );
  if (earlier === undefined) return undefined;
  return refuse(
    'unknown_cycle',
    `you have answered neither cycle ${earlier.number} nor cycle ${latest} of run ${run.id}, and your approval does not say which it is of`,
    'read what you are asked now (`countersign run show`, `list_reviews`), and name the cycle that you read: `--cycle`, or `cycle`',
  );
}

function wordsOf({ verdict, summary, issues }: GivenAnswer): Pick<CycleAnswer, 'verdict' | 'summary' | 'issues'> {
  return {
    verdict,
    summary: summary.trim(),
    issues: issues.map(({ severity: stated, description, file }) => {
      const severity = canonicalSeverity(stated);
      return {
        severity,
        ...(stated === severity ? {} : { statedSeverity: stated }),
        description,
        ...(file === undefined ? {} : { file }),
      };
    }),
  };
}

/** What keeps an answer from being one: an objection without a reason, an approval that objects, more words than were asked for. */
function problemsOf({ verdict, summary, issues }: GivenAnswer, maxWords: number): readonly Problem[] {
  const said = summary.trim();
  const count = said === '' ? 0 : said.split(/\s+/u).length;
  const severe = issues.filter(({ severity }) => canonicalSeverity(severity) === 'critical').length;
  return [
    ...(!/[\p{L}\p{N}]/u.test(said)
      ? [{ key: 'payload.summary', message: 'is empty', expected: 'what you looked at and why' }]
      : []),
    ...(count > maxWords
      ? [{ key: 'payload.summary', message: `has ${count} words`, expected: `at most ${maxWords}` }]
      : []),
    ...(verdict === 'approved' && severe > 0
      ? [
          {
            key: 'payload.verdict',
            message: `is approved beside ${severe === 1 ? 'a critical issue' : `${severe} critical issues`}`,
            expected: 'concerns or blocker, or another severity',
          },
        ]
      : []),
  ];
}

function incomplete(problems: readonly Problem[]): Refusal {
  const fields = problems.map(({ key = '', message }) => `${key} ${message}`).join('; ');
  return {
    ...refuse(
      'opinion_incomplete',
      `the answer is not one yet: ${fields}`,
      'mend each field that is named, and answer again',
    ),
    problems,
  };
}
