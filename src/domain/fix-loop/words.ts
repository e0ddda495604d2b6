import { severityRank } from '../model/verdict.js';
import type { LoopStep, Standing } from './loop.js';

type Fix = Extract<LoopStep, { readonly do: 'fix' }>;
type Stop = Extract<LoopStep, { readonly do: 'stop' }>;
type Ended =
  | Extract<Stop, { readonly ended: 'passed' }>
  | { readonly ended: 'escalated' | 'stopped'; readonly why: string; readonly remaining: readonly Standing[] };

/** What the author is told: which attempt it is, every finding with its place, and how long it may take. */
export function fixRequest({ attempt, of, turns, findings }: Omit<Fix, 'do'>): string {
  const limit = turns === null ? [] : [`You have ${turns} turns for it.`];
  return [`Fix attempt ${attempt} of ${of}.`, ...limit, 'Findings:', ...findingLines(findings)].join('\n');
}

/** One line a finding, the most severe first. */
export function findingLines(findings: readonly Standing[]): readonly string[] {
  return findings
    .toSorted((a, b) => severityRank[a.severity] - severityRank[b.severity])
    .map(({ severity, place, message }) => `- ${severity} at ${place}: ${message}`);
}

/** What a person is told of a loop that ended: why, and what remains. */
export function stopText(stop: Ended): string {
  if (stop.ended === 'passed')
    return stop.notes.length === 0 ? 'passed' : ['passed with notes:', ...findingLines(stop.notes)].join('\n');
  const remaining = stop.remaining.length === 0 ? [] : ['Remaining:', ...findingLines(stop.remaining)];
  return [stop.why, ...remaining].join('\n');
}
