import type { TraceStep } from './reading.js';
import type { Selected } from './structured/select.js';
import type { Evidence, Weighed, WeighedStatement } from './weigh.js';

/** What was recognised where, and last why the verdict is what it is. */
export function traceOf(
  evidence: Evidence,
  selected: Selected,
  note: string | undefined,
  weighed: Weighed,
): readonly TraceStep[] {
  const steps: TraceStep[] = [
    ...(note === undefined ? [] : [{ from: 1, to: 1, what: note }]),
    ...selected.answers.map(({ from, to, repaired }) => ({
      from,
      to,
      what: repaired ? 'a structured answer, readable after its syntax was repaired' : 'a structured answer',
    })),
    ...selected.setAside.map(({ answer: { from, to }, why }) => ({
      from,
      to,
      what: `an object that does not count: ${why}`,
    })),
    ...evidence.statements.map((statement) => ({
      from: statement.line,
      to: statement.line,
      what: described(statement),
    })),
    ...evidence.findings.map(({ from, to, severity, file, line }) => ({
      from,
      to,
      what: `a finding, ${severity}${file === undefined ? '' : `, ${file}`}${line === undefined ? '' : `, line ${line}`}`,
    })),
    ...evidence.caveats.map(({ line, caveat, text }) => ({
      from: line,
      to: line,
      what: `${caveatNames[caveat]}: "${text.slice(0, 160)}"`,
    })),
  ];
  const sorted = steps.sort((one, other) => one.from - other.from);
  return [...sorted, { from: 0, to: 0, what: `${weighed.verdict}: ${weighed.reason}` }];
}

const caveatNames: Readonly<Record<Evidence['caveats'][number]['caveat'], string>> = {
  not_covered: 'says that something was not read',
  quota: 'speaks of a limit that was reached',
  not_logged_in: 'asks for a login',
  plan: 'announces what is still to be done',
  trouble: 'speaks of trouble',
};

function described({ form, judgement }: WeighedStatement): string {
  const where =
    form === 'object' ? 'a field of the structured answer' : form === 'stated' ? 'a verdict statement' : 'a sentence';
  if (judgement.kind === 'stance') {
    const what = { approve: 'approves', change: 'asks for changes', reject: 'rejects' }[judgement.stance];
    return `${where} that ${judgement.absence ? 'finds nothing wrong' : what}: "${judgement.words.slice(0, 160)}"`;
  }
  const kinds = {
    conditional: 'approves under a condition',
    template: 'only offers the choice',
    contradiction: 'contradicts itself',
  };
  return `${where} that ${kinds[judgement.kind]}: "${judgement.words.slice(0, 160)}"`;
}
