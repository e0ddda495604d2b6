import type { ReviewDocument } from '../../../application/queries/document.js';
import type { Step } from './step.js';

/** Whose turn it is among agents that review each other, and the command for it; none where it is a person's or nobody's. */
export function peerSteps({ review, findings, decision, mending }: ReviewDocument): Step[] {
  const { id, status, creator, reviewer } = review;
  if (decision?.outcome === 'inconclusive') return [];
  switch (status) {
    case 'pending':
    case 'pending_re_review':
      return [
        {
          text: `${reviewer ?? 'A reviewer of its line'} is to begin, with its own token:`,
          command: `countersign start ${id}`,
        },
        watching(),
      ];
    case 'in_progress':
      return [
        { text: `${reviewer ?? 'The reviewer'} is to answer:`, command: `countersign submit ${id} --file answer.json` },
        watching(),
      ];
    case 'changes_requested': {
      const first = findings.find(
        ({ state, contests = [] }) => state === 'open' && contests.every(({ judgement }) => judgement !== null),
      );
      const waiting = findings.flatMap(({ contests = [] }) => contests).find(({ judgement }) => judgement === null);
      const contest = `countersign contest ${first?.id ?? ''} --argument "why"`;
      return [
        ...(waiting === undefined
          ? []
          : [
              {
                text: `${waiting.judge} is to judge what is contested, with its own token:`,
                command: `countersign start ${id}`,
              },
            ]),
        {
          text: `${attemptOf(mending)}${creator} mends the change and hands it in again:`,
          command: `countersign revise ${id} --changes-made "what"`,
        },
        ...(first === undefined
          ? []
          : [{ text: 'Or says why a finding is wrong; another agent judges it:', command: contest }]),
      ];
    }
    default:
      return [];
  }
}

function attemptOf(mending: ReviewDocument['mending']): string {
  if (mending === undefined) return '';
  const { attempt, of, turns } = mending;
  return `Fix attempt ${attempt} of ${of}${turns === null ? '' : `, at most ${turns} turns`}: `;
}

function watching(): Step {
  return { text: 'Follow the queue:', command: 'countersign list --watch' };
}
