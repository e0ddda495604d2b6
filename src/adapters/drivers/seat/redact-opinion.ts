import type { CriterionAnswer, Opinion } from '../../../domain/model/opinion.js';
import type { RaisedFinding } from '../../../domain/model/finding.js';

/** Replaces what must not be kept. */
export type Redact = (text: string) => Promise<string>;

/** First what a reviewer was handed, by value, then whatever looks like a credential. */
export function without(secrets: readonly string[], redact: Redact): Redact {
  return (text) => redact(withoutValues(secrets, text));
}

/** A text without what a reviewer was handed. */
export function withoutValues(secrets: readonly string[], text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

/**
 * An opinion without the credentials that its reviewer tells of in words of its own: it stands in the journal, in reports and in
 * comments. What it quotes is the change itself and stays, for it says where a finding is.
 */
export async function redactOpinion(opinion: Opinion, redact: Redact): Promise<Opinion> {
  const words = wordsOf(opinion).join('\n');
  if ((await redact(words)) === words) return opinion;
  const { summary, checklist, answers, findings, failure } = opinion;
  const reasons = Object.entries(checklist).map(async ([name, answer]): Promise<[string, CriterionAnswer]> => [
    name,
    await inAnswer(answer, redact),
  ]);
  return {
    ...opinion,
    summary: await redact(summary),
    checklist: Object.fromEntries(await Promise.all(reasons)),
    ...(answers !== undefined && { answers: await Promise.all(answers.map(redact)) }),
    findings: await Promise.all(findings.map((finding) => inFinding(finding, redact))),
    ...(failure !== undefined && { failure: { ...failure, detail: await redact(failure.detail) } }),
  };
}

function wordsOf({ summary, checklist, answers, findings, failure }: Opinion): readonly string[] {
  return [
    summary,
    ...Object.values(checklist).map((answer) => answer.reason ?? ''),
    ...(answers ?? []),
    ...findings.flatMap(({ message, suggestion, placeNote }) => [message, suggestion ?? '', placeNote ?? '']),
    failure?.detail ?? '',
  ];
}

async function inAnswer(answer: CriterionAnswer, redact: Redact): Promise<CriterionAnswer> {
  return answer.reason === undefined ? answer : { ...answer, reason: await redact(answer.reason) };
}

async function inFinding(finding: RaisedFinding, redact: Redact): Promise<RaisedFinding> {
  const { suggestion, placeNote } = finding;
  return {
    ...finding,
    message: await redact(finding.message),
    ...(suggestion !== undefined && { suggestion: await redact(suggestion) }),
    ...(placeNote !== undefined && { placeNote: await redact(placeNote) }),
  };
}
