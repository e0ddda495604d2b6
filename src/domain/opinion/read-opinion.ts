import { collectFindings } from './findings/collect.js';
import { elementsIn } from './findings/elements.js';
import { withPlace } from './findings/lone.js';
import { reasonsIn, wholeComment } from './findings/prose.js';
import { withoutRepeats } from './findings/repeats.js';
import type { OpinionReading, ReadFinding, ReadingOptions, TraceStep } from './reading.js';
import { remarksOf } from './remarks.js';
import { scanDocuments } from './structured/scan.js';
import { selectAnswers, type Selected } from './structured/select.js';
import type { StructuredAnswer } from './structured/answer.js';
import { cleanText } from './text/clean.js';
import { layOut, type Layout } from './text/layout.js';
import { ownLines } from './text/own-lines.js';
import { wordsOf } from './text/words.js';
import { readDetails } from './details.js';
import { traceOf } from './trace.js';
import { collectStatements, type SaidCaveat, type Spoken, type Statement } from './verdict/statements.js';
import { type Evidence, weigh, type WeighedStatement } from './weigh.js';

/** Envelopes in envelopes: a driver's, a model's, a tool's. */
const deepestEnvelope = 3;

/**
 * Reads a reviewer's answer (SPEC 2, rules 1, 2, 8, 11). Never throws: what can't be understood is `inconclusive` with its reason,
 * and stays in `remarks`. Runs in time linear in the length of the text.
 */
export function readOpinion(text: string, options: ReadingOptions = {}): OpinionReading {
  return readAt(text, options, 0);
}

function readAt(raw: string, options: ReadingOptions, depth: number): OpinionReading {
  const clean = cleanText(raw);
  const first = layOut(clean.text);
  const scan = scanDocuments(clean.text, options.repair);
  const selected = selectAnswers(clean.text, first, scan, options.nonce);
  const envelope = onlyEnvelope(clean.text, selected);
  if (envelope !== undefined && depth < deepestEnvelope)
    return unwrapped(readAt(envelope.text, options, depth + 1), envelope.answer);
  const own = withoutTaken(clean.text, selected);
  const elements = elementsIn(own);
  const layout = ownLines(layOut(elements.rest));
  // Elements are findings already, but what they say of the verdict still counts.
  const heard = elements.rest === own ? layout : ownLines(layOut(own));
  const spoken = collectStatements(heard.layout.lines.filter(({ kind }) => kind === 'text'));
  const prose = readProse(layout.layout, spoken, { answers: selected.answers, elements: elements.findings });
  const listed = [...selected.answers.flatMap((answer) => answer.findings), ...elements.findings, ...prose.findings];
  const findings = withPlace(withoutRepeats(listed), layout.layout, prose.asides);
  const details = readDetails(layout.layout.lines, selected.answers);
  const evidence: Evidence = {
    empty: clean.text.trim() === '' && !clean.openThinking,
    ...nonceOf(options.nonce, details.nonces, selected, scan.broken && clean.text),
    ...cutOf(clean.openThinking, layout.layout, scan.broken),
    severalAnswers: disagree(selected.answers),
    statements: [...selected.answers.flatMap(statementsOf), ...prose.statements],
    caveats: [...spoken.caveats, ...selected.answers.flatMap(caveatsIn)],
    findings,
    checklistAllTrue:
      Object.keys(details.checklist).length > 0 &&
      Object.values(details.checklist).every(({ answer }) => answer === true),
    quotedOnly: layout.quotedVerdict || selected.setAside.some(({ answer }) => answer.judgement.kind === 'stance'),
    ...unreadOf(layout.layout),
  };
  const weighed = weigh(evidence);
  return {
    ...weighed,
    findings,
    checklist: details.checklist,
    answers: details.answers,
    verified: selected.answers.flatMap((answer) => answer.verified),
    ...(details.confidence === undefined ? {} : { confidence: details.confidence }),
    ...(details.ground === undefined ? {} : { ground: details.ground }),
    summary: details.summary,
    remarks: remarksOf(clean.setAside, layout.layout, findings, prose.statements, selected),
    repaired: selected.answers.some(({ repaired }) => repaired),
    trace: traceOf(evidence, selected, layout.note, weighed),
  };
}

interface Prose {
  readonly findings: readonly ReadFinding[];
  readonly statements: readonly Statement[];
  readonly asides: ReadonlySet<number>;
}

/** What was read beside the prose. */
interface Structured {
  readonly answers: readonly StructuredAnswer[];
  readonly elements: readonly ReadFinding[];
}

/** Findings first: a verdict word in a suggestion ("reject the empty token") is no verdict, praise in a finding no approval. */
function readProse(layout: Layout, spoken: Spoken, { answers, elements }: Structured): Prose {
  const plainRead = collectFindings(layout, 'other');
  const { asides } = plainRead;
  const lines = byLine([...plainRead.findings, ...elements]);
  const statements = spoken.statements.filter((statement) => !isPartOfFinding(statement, lines, plainRead.advice));
  const objects = statements.some(({ judgement }) => judgement.kind === 'stance' && judgement.stance !== 'approve');
  if (
    plainRead.findings.length === 0 &&
    answers.length === 0 &&
    elements.length === 0 &&
    !objects &&
    statements.length === 0
  )
    return { findings: wholeComment(layout), statements, asides };
  if (!objects || elements.length > 0 || answers.some(({ findings }) => findings.length > 0))
    return { findings: plainRead.findings, statements, asides };
  const listed = collectFindings(layout, plainRead.findings.length === 0 ? 'only reasons' : 'reasons');
  const kept = spoken.statements.filter((statement) => !isPartOfFinding(statement, lines, listed.advice));
  return { findings: listed.findings.length > 0 ? listed.findings : reasonsIn(layout), statements: kept, asides };
}

/** Findings by each of their lines. */
function byLine(findings: readonly ReadFinding[]): ReadonlyMap<number, ReadFinding> {
  const lines = new Map<number, ReadFinding>();
  for (const finding of findings) for (let line = finding.from; line <= finding.to; line += 1) lines.set(line, finding);
  return lines;
}

function isPartOfFinding(
  { line, judgement }: Statement,
  findings: ReadonlyMap<number, ReadFinding>,
  advice: ReadonlySet<number>,
): boolean {
  if (advice.has(line)) return true;
  const finding = findings.get(line);
  if (finding === undefined) return false;
  return (judgement.kind === 'stance' && judgement.stance === 'approve') || isDegreeOf(judgement, finding);
}

/** "[BLOCKER]. The lock leaks": a degree is no verdict. */
function isDegreeOf({ words }: Statement['judgement'], { statedSeverity }: ReadFinding): boolean {
  return statedSeverity !== undefined && wordsOf(words).join(' ') === wordsOf(statedSeverity).join(' ');
}

function onlyEnvelope(
  text: string,
  { answers, taken }: Selected,
): { text: string; answer: StructuredAnswer } | undefined {
  const [document] = taken;
  const [answer] = answers;
  if (document === undefined || answer?.envelope === undefined || taken.length > 1 || answers.length > 1)
    return undefined;
  const outside = text.slice(0, document.start) + text.slice(document.end);
  return outside.replace(/[`~]{3,}\w*/g, '').trim() === '' ? { text: answer.envelope, answer } : undefined;
}

function unwrapped(reading: OpinionReading, answer: StructuredAnswer): OpinionReading {
  const step: TraceStep = {
    from: answer.from,
    to: answer.to,
    what: 'an envelope: the answer is the text inside of it, whose own line numbers follow',
  };
  return { ...reading, remarks: [...reading.remarks, ...answer.remarks], trace: [step, ...reading.trace] };
}

/** Objects that were read are no prose; their lines stay, blank. */
function withoutTaken(text: string, { taken }: Selected): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, source } of taken) {
    parts.push(text.slice(at, start), source.replace(/[^\n]+/g, ' '));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function nonceOf(
  demanded: string | undefined,
  stated: readonly string[],
  { answers }: Selected,
  /** Of an answer that holds an object which cannot be read: it decides nothing, whatever else is in it. */
  broken: string | undefined,
): Pick<Evidence, 'nonce'> {
  if (demanded === undefined) return {};
  if (broken?.includes(demanded) === true) return { nonce: 'given' };
  const given = [...answers.flatMap(({ nonce }) => nonce ?? []), ...stated];
  if (given.includes(demanded)) return { nonce: 'given' };
  return { nonce: given.length === 0 ? 'missing' : 'wrong' };
}

function cutOf(
  openThinking: boolean,
  layout: Layout,
  broken: { line: number; why: string } | undefined,
): Pick<Evidence, 'cut'> {
  if (openThinking) return { cut: 'the answer ends inside of the thinking that precedes it' };
  if (broken !== undefined) return { cut: `line ${broken.line}: ${broken.why}` };
  const open = layout.fences.find(({ closed }) => !closed);
  return open === undefined ? {} : { cut: `the block that starts in line ${open.from} is never closed` };
}

function disagree(answers: readonly StructuredAnswer[]): boolean {
  const verdicts = answers.filter(({ judgement }) => judgement.kind !== 'none' && judgement.kind !== 'template');
  return (
    verdicts.length > 1 &&
    verdicts.some(({ judgement }) => judgement.kind !== 'stance' || judgement.stance === 'approve')
  );
}

function statementsOf({ judgement, from, texts }: StructuredAnswer): readonly WeighedStatement[] {
  const own: WeighedStatement[] = judgement.kind === 'none' ? [] : [{ line: from, form: 'object', judgement }];
  // What the object says in words counts only against its verdict, never for it.
  const words = spokenIn(texts, from).statements.filter((statement) => !isApproving(statement));
  return [...own, ...words];
}

function isApproving({ judgement }: Statement): boolean {
  return judgement.kind === 'template' || (judgement.kind === 'stance' && judgement.stance === 'approve');
}

function caveatsIn({ texts, from }: StructuredAnswer): readonly SaidCaveat[] {
  return spokenIn(texts, from).caveats;
}

function spokenIn(texts: readonly string[], line: number): Spoken {
  const lines = texts.flatMap((text) => ownLines(layOut(cleanText(text).text)).layout.lines);
  return collectStatements(lines.filter(({ kind }) => kind === 'text').map((each) => ({ ...each, number: line })));
}

function unreadOf(layout: Layout): Pick<Evidence, 'unreadLine'> {
  const unread = layout.lines.find(({ kind }) => kind === 'unread');
  return unread === undefined ? {} : { unreadLine: unread.number };
}
