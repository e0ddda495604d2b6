import type { ShownFile, StartedReviewView } from '../schema/packet.js';
import { fenced, notice } from './untrusted.js';

type PacketView = Omit<StartedReviewView, 'next'>;

/** A page of a packet for clients that show only text: what the server says stands outside, all else inside the marks. */
export function packetText(view: PacketView): string {
  const { review_id, nonce, head_tree, lease_until, page, pages } = view;
  const head = JSON.stringify({ review_id, nonce, head_tree, lease_until, page, pages });
  return [head, notice, fenced(sections(view).join('\n\n'))].join('\n');
}

function sections(view: PacketView): string[] {
  const { criteria = [], guidelines = {}, to_verify = [], settled = [], to_judge = [] } = view;
  return [
    `Type ${view.type}, revision ${view.revision_count}`,
    asked(view),
    section(
      'Criteria (keys of checklist)',
      criteria.map(({ name, required, description, checks }) =>
        [`${name} (${required ? 'required' : 'optional'}): ${description}`, ...checks].join('\n  - '),
      ),
    ),
    section('Questions of the creator (answers, in order)', numbered(view.questions ?? [])),
    section('Facts', view.facts ?? []),
    section('Not shown, so not to be approved', view.not_shown ?? []),
    section('Grounds of a rejection', view.grounds ?? []),
    section(
      'What the creator says, to be verified',
      Object.entries(view.claims ?? {}).map(([name, claim]) => `${name}: ${JSON.stringify(claim)}`),
    ),
    section('Changed since your last opinion', view.changed_since ?? []),
    section('To verify (verified)', to_verify.map(findingLine)),
    section('Settled, not to be raised again', settled.map(findingLine)),
    ...memory(view),
    section(
      'To judge (judged)',
      to_judge.map(({ id, message, argument, evidence }) =>
        [`${id}: ${message}`, `contested: ${argument}`, ...evidence].join('\n  - '),
      ),
    ),
    section('Notes of the reviewer before you', view.partial_work === undefined ? [] : [view.partial_work]),
    ...Object.entries(guidelines).map(([path, text]) => section(`Guidelines in ${path}`, [text])),
    section('Inventory', view.inventory ?? []),
    ...view.files.map(fileText),
  ].filter((part) => part !== '');
}

function memory({ memory: lines = [] }: PacketView): string[] {
  return [section('Memory of earlier reviews', lines)];
}

function asked({ duty }: PacketView): string {
  return duty === undefined ? '' : `You are asked as its ${duty}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${title}`, ...lines].join('\n');
}

function numbered(lines: readonly string[]): string[] {
  return lines.map((line, index) => `${index + 1}. ${line}`);
}

function findingLine(finding: NonNullable<StartedReviewView['settled']>[number]): string {
  const { id, severity, file, line, message } = finding;
  const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`;
  return `${id} ${severity}${place}: ${message}`;
}

function fileText({ path, old_path, status, note, part, diff }: ShownFile): string {
  const from = old_path === undefined ? '' : ` (from ${old_path})`;
  const about = [...(part === undefined ? [] : [`part ${part}`]), ...(note === undefined ? [] : [note])];
  const head = `### ${status} ${path}${from}${about.length === 0 ? '' : ` [${about.join('; ')}]`}`;
  return diff === undefined ? head : `${head}\n${diff}`;
}
