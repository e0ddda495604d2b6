import { Environment } from '@marcbachmann/cel-js';
import { qualityCheckNames, type ConditionResult, type GateReview } from '../../domain/model/gate.js';

let shared: Environment | undefined;

/** `review` holds decision, iteration, feedback and quality_checks; GO and NO_GO stand for themselves. */
function environment(): Environment {
  if (shared !== undefined) return shared;
  const limits = { maxAstNodes: 200, maxDepth: 16, maxListElements: 50, maxMapEntries: 0, maxCallArguments: 4 };
  shared = new Environment({ limits });
  shared.registerVariable('review', 'map<string, dyn>');
  for (const word of ['GO', 'NO_GO']) shared.registerVariable(word, 'string');
  return shared;
}

/** What came of an exit condition for one review. It reaches no file, clock or network, and never throws. */
export function evaluateExitCondition(condition: string, review: GateReview, iteration: number): ConditionResult {
  try {
    if (/\bmatches\s*\(/u.test(condition)) throw new Error('matches() is not available: use contains or startsWith');
    const value: unknown = environment().evaluate(condition, {
      review: {
        decision: review.decision ?? '',
        iteration: BigInt(iteration),
        feedback: review.feedback,
        quality_checks: review.qualityChecks,
      },
      GO: 'GO',
      NO_GO: 'NO_GO',
    });
    if (typeof value !== 'boolean') throw new Error('the result is not true or false');
    return { condition, result: value ? 'holds' : 'fails' };
  } catch (error) {
    const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    return { condition, result: 'error', detail };
  }
}

/** What is wrong with an exit condition; undefined when it comes to true or false for every answer. */
export function exitConditionMistake(condition: string): string | undefined {
  const answers = [true, false].map((answer) => Object.fromEntries(qualityCheckNames.map((name) => [name, answer])));
  for (const decision of ['GO', 'NO_GO'] as const)
    for (const checks of answers) {
      const review = { decision, feedback: 'words', qualityChecks: checks as GateReview['qualityChecks'] };
      const { detail } = evaluateExitCondition(condition, review, 1);
      if (detail !== undefined) return detail;
    }
  return undefined;
}
