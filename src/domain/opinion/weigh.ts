import type { Verdict } from '../model/verdict.js';
import type { Obstacle, ReadFinding } from './reading.js';
import type { Statement } from './verdict/statements.js';
import type { Stance } from './verdict/terms.js';

/** Everything that was recognised and bears on the verdict. */
export interface Evidence {
  readonly empty: boolean;
  /** Undefined when no nonce was demanded. */
  readonly nonce?: 'given' | 'missing' | 'wrong';
  /** Why the answer is not whole, e.g. an object that never ends. */
  readonly cut?: string;
  /** More than one structured answer, each different from the others. */
  readonly severalAnswers: boolean;
  readonly statements: readonly WeighedStatement[];
  readonly caveats: readonly WeighedCaveat[];
  readonly findings: readonly ReadFinding[];
  /** Every criterion that was answered is fulfilled, and there is at least one. */
  readonly checklistAllTrue: boolean;
  /** A verdict was seen, but only in text that is not the reviewer's own. */
  readonly quotedOnly: boolean;
  /** Line of prose that is too long to be read. */
  readonly unreadLine?: number;
}

export interface WeighedStatement extends Omit<Statement, 'form'> {
  readonly form: Statement['form'] | 'object';
}

export interface WeighedCaveat {
  readonly line: number;
  readonly caveat: 'not_covered' | 'quota' | 'not_logged_in' | 'plan' | 'trouble';
  readonly text: string;
}

export interface Weighed {
  readonly verdict: Verdict;
  readonly obstacle?: Obstacle;
  readonly reason: string;
  readonly statedVerdict?: string;
}

const verdictOf: Readonly<Record<Stance, Verdict>> = {
  approve: 'approved',
  change: 'changes_requested',
  reject: 'rejected',
};

/**
 * The verdict that the evidence supports. Rules in order, the first that holds decides; only the last one approves (SPEC 2, rule 1).
 */
export function weigh(evidence: Evidence): Weighed {
  const stated = statedWords(evidence);
  const result =
    barred(evidence) ??
    contradicted(evidence) ??
    objected(evidence) ??
    withheld(evidence) ??
    approved(evidence) ??
    silent(evidence);
  return stated === undefined ? result : { ...result, statedVerdict: stated };
}

function inconclusive(obstacle: Obstacle, reason: string): Weighed {
  return { verdict: 'inconclusive', obstacle, reason };
}

/** The answer as a whole can't count. */
function barred(evidence: Evidence): Weighed | undefined {
  if (evidence.empty) return inconclusive('empty', 'the answer is empty');
  if (evidence.nonce === 'missing')
    return inconclusive('nonce', 'the answer does not carry the nonce that was demanded');
  if (evidence.nonce === 'wrong')
    return inconclusive('nonce', 'the answer carries another nonce than the one demanded');
  if (evidence.cut !== undefined) return inconclusive('cut_short', evidence.cut);
  if (evidence.severalAnswers)
    return inconclusive('several_answers', 'the answer holds several different structured answers');
  return undefined;
}

function contradicted(evidence: Evidence): Weighed | undefined {
  const own = evidence.statements.find(({ judgement }) => judgement.kind === 'contradiction');
  if (own !== undefined)
    return inconclusive('contradiction', `line ${own.line} approves and objects at once: ${quoted(own)}`);
  const yes = positives(evidence);
  const no = negatives(evidence);
  const [firstYes] = yes;
  const [firstNo] = no;
  if (firstYes === undefined || firstNo === undefined) return noFaultAtAll(evidence, firstNo);
  // A formal objection stands beside friendly words in running text, but not beside a second formal verdict.
  const strongYes = yes.find(
    ({ form, judgement }) => form !== 'said' || (judgement.kind === 'stance' && judgement.absence),
  );
  const strongNo = no.find(({ form }) => form !== 'said');
  if (strongYes === undefined && strongNo !== undefined) return undefined;
  const [one, other] = [strongYes ?? firstYes, strongNo ?? firstNo];
  return inconclusive(
    'contradiction',
    `line ${one.line} approves (${quoted(one)}) and line ${other.line} objects (${quoted(other)})`,
  );
}

function noFaultAtAll(evidence: Evidence, objection: WeighedStatement | undefined): Weighed | undefined {
  if (objection === undefined || !evidence.checklistAllTrue || evidence.findings.length > 0) return undefined;
  return inconclusive(
    'contradiction',
    `line ${objection.line} objects, but every criterion is fulfilled and nothing was found`,
  );
}

function objected(evidence: Evidence): Weighed | undefined {
  const no = negatives(evidence);
  const [first] = no;
  if (first === undefined) return undefined;
  const worst = no.find(({ judgement }) => judgement.kind === 'stance' && judgement.stance === 'reject') ?? first;
  const stance = worst.judgement.kind === 'stance' ? worst.judgement.stance : 'change';
  return { verdict: verdictOf[stance], reason: `line ${worst.line} states it: ${quoted(worst)}` };
}

/** A positive word that the rest of the answer takes back. */
function withheld(evidence: Evidence): Weighed | undefined {
  const { statements, caveats, findings } = evidence;
  const conditional = statements.find(({ judgement }) => judgement.kind === 'conditional');
  if (conditional !== undefined)
    return inconclusive(
      'conditional',
      `line ${conditional.line} approves only under a condition: ${quoted(conditional)}`,
    );
  const yes = positives(evidence);
  const [first] = yes;
  if (first === undefined) return undefined;
  if (evidence.unreadLine !== undefined)
    return inconclusive('unread', `line ${evidence.unreadLine} is too long to be read as prose`);
  const gap = caveats.find(({ caveat }) => caveat === 'not_covered');
  if (gap !== undefined)
    return inconclusive(
      'not_covered',
      `line ${gap.line} says that part of the change was not read: "${short(gap.text)}"`,
    );
  const critical = findings.find(
    ({ severity, statedSeverity }) => severity === 'critical' && statedSeverity !== undefined,
  );
  if (critical !== undefined)
    return inconclusive(
      'contradiction',
      `line ${first.line} approves, but line ${critical.from} raises a critical finding`,
    );
  return yes.some(isFormal) ? undefined : withheldImplicit(evidence, first);
}

/** "No issues found" and "looks good" carry less than a verdict under its label: any trouble beside them takes them back. */
function withheldImplicit({ caveats, findings }: Evidence, first: WeighedStatement): Weighed | undefined {
  const trouble = caveats.find(({ caveat }) => caveat !== 'not_covered' && caveat !== 'plan');
  if (trouble !== undefined)
    return inconclusive(
      trouble.caveat === 'trouble' ? 'contradiction' : asObstacle(trouble.caveat),
      `line ${first.line} finds nothing wrong, line ${trouble.line} does: "${short(trouble.text)}"`,
    );
  const finding = findings.find(({ severity }) => severity !== 'minor');
  return finding === undefined
    ? undefined
    : inconclusive('contradiction', `line ${first.line} finds nothing wrong, line ${finding.from} raises a finding`);
}

function approved(evidence: Evidence): Weighed | undefined {
  const yes = positives(evidence);
  const best = yes.find(isFormal) ?? yes[0];
  return best === undefined
    ? undefined
    : { verdict: 'approved', reason: `line ${best.line} states it: ${quoted(best)}` };
}

/** No verdict was stated: the most telling reason why. */
function silent({ statements, caveats, findings, quotedOnly }: Evidence): Weighed {
  const said = (name: WeighedCaveat['caveat']): WeighedCaveat | undefined =>
    caveats.find(({ caveat }) => caveat === name);
  const quota = said('quota');
  if (quota !== undefined)
    return inconclusive('quota', `line ${quota.line} says that a limit was reached: "${short(quota.text)}"`);
  const login = said('not_logged_in');
  if (login !== undefined)
    return inconclusive('not_logged_in', `line ${login.line} asks for a login: "${short(login.text)}"`);
  const template = statements.find(({ judgement }) => judgement.kind === 'template');
  if (template !== undefined)
    return inconclusive('template', `line ${template.line} repeats the choice of verdicts and makes none`);
  if (quotedOnly)
    return inconclusive('quoted', 'the only verdict stands in quoted text, which is not the reviewer speaking');
  if (findings.length > 0) return inconclusive('no_verdict', 'there are findings, but no verdict is stated');
  const plan = said('plan');
  if (plan !== undefined)
    return inconclusive('plan', `line ${plan.line} announces a review instead of giving one: "${short(plan.text)}"`);
  return inconclusive('no_verdict', 'no verdict is stated');
}

function asObstacle(caveat: WeighedCaveat['caveat']): Obstacle {
  return caveat === 'trouble' ? 'contradiction' : caveat;
}

function isFormal({ form, judgement }: WeighedStatement): boolean {
  return form !== 'said' && judgement.kind === 'stance' && !judgement.absence;
}

function positives({ statements }: Evidence): readonly WeighedStatement[] {
  return statements.filter(({ judgement }) => judgement.kind === 'stance' && judgement.stance === 'approve');
}

function negatives({ statements }: Evidence): readonly WeighedStatement[] {
  return statements.filter(({ judgement }) => judgement.kind === 'stance' && judgement.stance !== 'approve');
}

function statedWords(evidence: Evidence): string | undefined {
  const all = [...negatives(evidence), ...positives(evidence)];
  const best =
    all.find(({ form }) => form !== 'said') ??
    all[0] ??
    evidence.statements.find(({ judgement }) => judgement.kind === 'conditional');
  return best === undefined ? undefined : short(best.judgement.words);
}

function quoted({ judgement }: WeighedStatement): string {
  return `"${short(judgement.words)}"`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 157)}...`;
}
