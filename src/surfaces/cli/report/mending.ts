import type { MendingDocument } from '../../../application/queries/document.js';
import { findingLines } from '../../../domain/fix-loop/words.js';

/**
 * What all formats of a report say alike of the loop back to a creator that comes by itself. Texts are raw: whoever prints them
 * makes them printable.
 */
export function mendingLines({ state, attempt, of, turns, findings, reason, why }: MendingDocument): readonly string[] {
  const lines = findingLines(findings.map(({ finding: key, ...rest }) => ({ key, ...rest })));
  switch (state) {
    case 'asked':
      return [`Fix attempt ${attempt} of ${of}${turns === null ? '' : `, at most ${turns} turns`}:`, ...lines];
    case 'handed_in':
      return [`Fix attempt ${attempt} of ${of} is handed in.`];
    case 'stopped':
      return [
        `Stopped after ${attempt} of ${of} fix attempts, ${reason ?? ''}: ${why ?? ''}`,
        ...(lines.length === 0 ? [] : ['Remaining:', ...lines]),
      ];
  }
}
