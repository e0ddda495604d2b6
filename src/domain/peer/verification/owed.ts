import type { Change, ChangedFile } from '../../model/change.js';
import { counts, type Finding, type RaisedFinding } from '../../model/finding.js';
import type { Contest } from '../../model/peer.js';
import { everyFinding, type Review } from '../../model/review.js';

/** Findings of earlier rounds that still stand: whoever reviews next says of each whether it is fixed (SPEC 2, rule 4). */
export function toVerify({ peer }: Pick<Review, 'peer'>): readonly Finding[] {
  return (peer?.earlier ?? []).filter(counts);
}

/** Contests that wait for this reviewer's judgement. */
export function toJudge({ peer }: Pick<Review, 'peer'>, reviewer: string): readonly Contest[] {
  return (peer?.contests ?? []).filter(({ judge, judgement }) => judge === reviewer && judgement === null);
}

/** Findings that a person took out of the count, as long as what they point at is still the same. */
export function settledByPerson(review: Review): readonly Finding[] {
  return everyFinding(review).filter((finding) => {
    const { state, disposition } = finding;
    const taken = state === 'dismissed' || state === 'risk_accepted';
    return (
      taken && disposition?.authority === 'human' && sameContent(finding, raisedOn(review, finding), review.change)
    );
  });
}

/** The content on which a finding was raised last. */
function raisedOn({ peer, change }: Review, finding: Finding): Change {
  const messages = new Set(finding.sources.map(({ message }) => message));
  const round = peer?.rounds.findLast(({ opinions }) =>
    opinions.some(({ findings }) =>
      findings.some((raised) => raised.file === finding.file && messages.has(raised.message)),
    ),
  );
  return round?.change ?? change;
}

function sameContent({ file, side }: RaisedFinding, before: Change, now: Change): boolean {
  if (before.headTree === now.headTree && before.baseTree === now.baseTree) return true;
  const [was, is] = [entry(before, file), entry(now, file)];
  if (was === undefined || is === undefined) return false;
  return side === 'base' ? was.oldBlob === is.oldBlob : was.newBlob === is.newBlob;
}

function entry({ files }: Change, path: string | undefined): ChangedFile | undefined {
  return files.find((file) => file.path === path);
}
