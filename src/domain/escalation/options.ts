import type { Option } from '../model/escalation.js';
import { counts, type Finding } from '../model/finding.js';
import { everyFinding, type Review } from '../model/review.js';

/**
 * What a person can do, in a fixed order: 1 approve as is, 2 the reviewer's way, 3 the compromise or the first of several
 * approaches where one was offered (SPEC 5.6).
 */
export function optionsFor(review: Review): readonly Option[] {
  const open = standing(review);
  return [approveAsIs(review, open), reviewersWay(review, open), ...offered(review)].map((option, index) => ({
    number: index + 1,
    ...option,
  }));
}

type Unnumbered = Omit<Option, 'number'>;

function approveAsIs(review: Review, open: readonly Finding[]): Unnumbered {
  const confidence = review.peer?.request.confidence ?? null;
  const risks = (['critical', 'important', 'minor'] as const).flatMap((severity) => {
    const found = open.filter((finding) => finding.severity === severity).length;
    return found === 0 ? [] : [`${some(found, `${severity} finding`)} ${found === 1 ? 'stays' : 'stay'} open`];
  });
  const against = [...risks, ...unmet(review)];
  return {
    title: "Approve as is: the creator's position",
    outcome: 'approved',
    pros: ['done at once', ...(confidence === null ? [] : [`the creator is ${confidence} % sure`])],
    cons: against.length > 0 && review.opinions.length > 0 ? against : [...against, doubt(review)],
    effort: 'none',
  };
}

/** What speaks against an approval that nobody named anything against: a person is asked all the same. */
function doubt({ opinions }: Review): string {
  if (opinions.length === 0) return 'no reviewer has judged this content';
  return `a reviewer is no more than ${Math.min(...opinions.map(({ confidence }) => confidence))} % sure`;
}

function reviewersWay(review: Review, open: readonly Finding[]): Unnumbered {
  const rejected = review.decision?.outcome === 'rejected';
  const files = new Set(open.flatMap(({ file }) => (file === undefined ? [] : [file]))).size;
  const work = open.length === 0 ? 'another round' : `${some(open.length, 'finding')} in ${some(files, 'file')}`;
  return {
    title: rejected ? "Reject: the reviewer's position" : `Request changes: ${whoseWay(review)}`,
    outcome: rejected ? 'rejected' : 'changes_requested',
    pros: [open.length === 0 ? 'nothing doubtful goes in' : `${some(open.length, 'finding')} settled before it counts`],
    cons: [rejected ? 'the work so far is lost' : `another round, after ${some(review.revision, 'revision')}`],
    effort: rejected ? 'a new start' : work,
  };
}

function whoseWay({ opinions }: Review): string {
  return opinions.length === 0 ? 'no reviewer has a position yet' : "the reviewer's position";
}

function offered({ opinions }: Review): readonly Unnumbered[] {
  const compromises = opinions.flatMap(({ compromise }) => (compromise === undefined ? [] : [compromise]));
  const approaches = opinions.flatMap(({ validOptions = [] }) => validOptions);
  return [
    ...unique(compromises).map((text) =>
      middle(`Compromise: ${text}`, 'both sides get a part', 'both sides give a part'),
    ),
    ...unique(approaches).map((text) =>
      middle(`Approach: ${text}`, 'the reviewer calls it valid', 'the others are given up'),
    ),
  ];
}

/** The creator carries it out, so it asks for changes. */
function middle(title: string, pro: string, con: string): Unnumbered {
  return { title, outcome: 'changes_requested', pros: [pro], cons: [con], effort: 'one revision' };
}

/** Findings of this round and of earlier ones that stand. */
function standing(review: Review): readonly Finding[] {
  return everyFinding(review).filter(counts);
}

function unmet({ opinions }: Review): readonly string[] {
  const names = opinions.flatMap(({ checklist }) =>
    Object.entries(checklist).flatMap(([name, { answer }]) => (answer === false ? [name] : [])),
  );
  return unique(names).map((name) => `criterion ${name} is not met`);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function some(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
