import { qualityCheckNames, type GateReview, type QualityChecks } from '../../domain/model/gate.js';
import { readOpinion } from '../../domain/opinion/read-opinion.js';
import { scanDocuments } from '../../domain/opinion/structured/scan.js';
import type { OpinionReading, RepairJson } from '../../domain/opinion/reading.js';

/**
 * What a reviewer's answer decides, by the one parser: GO is its `approved`, NO_GO its `changes_requested`. Only under the nonce. Of several
 * answers that contradict each other the strictest counts: nobody takes a NO_GO back by saying GO as well.
 */
export function readGateAnswer(text: string, nonce: string, repair: RepairJson): GateReview {
  const reading = readOpinion(text, { nonce, repair });
  const { obstacle } = reading;
  const several = obstacle === 'contradiction' || obstacle === 'several_answers';
  return reviewOf((several ? objection(text, { nonce, repair }) : undefined) ?? reading);
}

/** The first answer of several that objects. */
function objection(
  text: string,
  on: { readonly nonce: string; readonly repair: RepairJson },
): OpinionReading | undefined {
  return scanDocuments(text, on.repair)
    .documents.map(({ source }) => readOpinion(source, on))
    .find(({ verdict }) => verdict === 'changes_requested' || verdict === 'rejected');
}

function reviewOf({ verdict, reason, summary, findings, checklist }: OpinionReading): GateReview {
  const answers = qualityCheckNames.map((name) => [name, checklist[name]?.answer ?? null] as const);
  const qualityChecks = Object.fromEntries(answers) as QualityChecks;
  const feedback = summary === '' ? findings.map(({ message }) => message).join('\n') : summary;
  switch (verdict) {
    case 'approved':
      return { decision: 'GO', feedback, qualityChecks };
    case 'changes_requested':
    case 'rejected':
      return { decision: 'NO_GO', feedback, qualityChecks };
    case 'inconclusive':
      return { decision: null, feedback, qualityChecks, failure: reason };
  }
}

/** Where there is no answer to read. */
export function noAnswer(failure: string): GateReview {
  const qualityChecks = Object.fromEntries(qualityCheckNames.map((name) => [name, null])) as QualityChecks;
  return { decision: null, feedback: '', qualityChecks, failure };
}

/** Without the credentials that a reviewer tells of in words of its own: they stand in the journal, the log and the coder's next prompt. */
export async function redacted(review: GateReview, redact: (text: string) => Promise<string>): Promise<GateReview> {
  const { feedback, failure } = review;
  return {
    ...review,
    feedback: await redact(feedback),
    ...(failure !== undefined && { failure: await redact(failure) }),
  };
}
