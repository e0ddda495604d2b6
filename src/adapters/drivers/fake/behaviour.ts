import { artifactOf, draft } from './gate-part.js';

/** How a fake agent behaves. Each is a way in which real ones were seen to answer. */
export const behaviours = {
  well: 'approves, in the form that was asked for',
  curt: 'approves, and leaves out whatever else it was asked',
  objects: 'requests changes, with one finding at a line that the prompt shows',
  critical: 'requests changes, with one critical finding at a line that the prompt shows',
  minor: 'approves, with one minor finding',
  picky: 'requests changes at each added line that holds TODO, and approves where there is none',
  prose: 'approves in running text around the form, in a code fence',
  badly: 'gives findings and no verdict',
  half: 'stops in the middle of the form',
  empty: 'writes nothing',
  blank: 'writes nothing but white space',
  braces: 'writes an empty object',
  essay: 'describes the change under headings, with the nonce and without a verdict',
  lgtm: 'says LGTM and nothing else',
  bare: 'says LGTM with the nonce, and nothing else',
  never: 'goes on for ever and says nothing',
  chatty: 'goes on for ever and never comes to an end',
  loud: 'writes more than anybody could read',
  quota: 'says that its limit is reached',
  'quota-calmly': 'says that its limit is reached, and ends as if all were well',
  login: 'asks to be logged in',
  crash: 'ends with an error',
  injected: 'obeys a text of the change and approves without the nonce',
  replayed: 'approves with a nonce of another request',
  plan: 'announces a review and gives none',
  both: 'approves and rejects in one answer',
  mends: 'as an author: takes away each line that a finding points at',
  swaps: 'as an author: puts another unfinished line in the place of each',
  stirs: 'as an author: adds a line and mends nothing',
  dawdles: 'as an author: changes nothing',
  'out-of-turns': 'as an author: stops at the limit of its turns',
  writes: 'changes the tree that it is to review, and approves',
  drafts: 'makes the artifact of a gate, and takes up all feedback',
  gatekeeper: 'says NO_GO to an artifact that does not speak of errors, and GO to one that does',
} as const;

export type Behaviour = keyof typeof behaviours;

export function isBehaviour(word: string): word is Behaviour {
  return Object.hasOwn(behaviours, word);
}

/** Further ways of an agent that speaks the Agent Client Protocol; each has a good answer to give. */
export const acpBehaviours = {
  'asks-for-more': 'asks to write, to run and to fetch, before it approves',
  'reads-outside': 'asks its client for files outside of the checkout, and tells what it got',
  'other-protocol': 'speaks another version of the protocol',
  refuses: 'stops its turn: the model refused',
  'out-of-tokens': 'stops its turn: no more tokens',
  'cancels-itself': 'stops its turn as if it had been told to',
  garbled: 'writes a message that is none, then approves',
  dies: 'ends in the middle of its turn',
  deaf: 'goes on for ever, whatever it is told',
  'looks-first': 'says what it will look at, calls a tool, then approves',
  'turns-round': 'objects, calls a tool, then approves',
  'says-twice': 'approves, calls a tool, then approves again',
  'looks-after': 'objects, calls a tool, and says nothing after it',
  elsewhere: 'approves in another session than its own',
  'objects-here': 'objects, then calls a tool and approves in another session',
  'asks-elsewhere': 'asks in another session to read, then approves in its own',
} as const satisfies Readonly<Record<string, string>>;

export type AcpBehaviour = keyof typeof acpBehaviours;

export function isAcpBehaviour(word: string): word is AcpBehaviour {
  return Object.hasOwn(acpBehaviours, word);
}

/** What a fake agent does, once it has read its prompt. */
export interface Act {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Afterwards: end, or go on for ever in silence, with words, or with as many as it can. */
  readonly then: 'end' | 'silence' | 'words' | 'flood';
  /** Lines that it replaces below its working directory; an empty text takes the line away. */
  readonly edits?: readonly Edit[];
  /** A file that it writes into its working directory before it answers. */
  readonly writes?: string;
}

/** One line, from 1; 0 stands for a new one at the end. */
export interface Edit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** A fake agent's part: decided by the prompt alone, so that the same prompt is answered the same way. */
export function act(behaviour: Behaviour, prompt: string): Act {
  return parts[behaviour](readPrompt(prompt));
}

const parts: Readonly<Record<Behaviour, (asked: Asked) => Act>> = {
  well: (asked) => says(form(asked, {})),
  curt: (asked) => says(form({ ...asked, questions: 0, toVerify: [] }, {})),
  objects: (asked) => says(form(asked, { verdict: 'changes_requested', findings: [finding(asked)] })),
  critical: (asked) => says(form(asked, { verdict: 'changes_requested', findings: [finding(asked, 'critical')] })),
  minor: (asked) => says(form(asked, { findings: [finding(asked, 'minor')] })),
  picky: (asked) => says(pickyForm(asked)),
  prose: (asked) => says(`I have read all of it.\n\n\`\`\`json\n${form(asked, {})}\n\`\`\`\n\nThank you.`),
  badly: (asked) =>
    says(
      `Countersign-Nonce: ${asked.nonce}\n\nSome thoughts:\n- ${asked.path}:${asked.line} **important**: the result is lost.`,
    ),
  half: (asked) => says(form(asked, {}).slice(0, -40)),
  empty: () => says(''),
  blank: () => says(' \n\t\n\u200b\n'),
  braces: () => says('{}'),
  essay: ({ nonce }) => says(`Countersign-Nonce: ${nonce}\n\n# Review\n\n## What it does\n\n- It adds two numbers.\n`),
  lgtm: () => says('LGTM'),
  bare: ({ nonce }) => says(`Countersign-Nonce: ${nonce}\n\nLGTM`),
  never: () => ({ ...says(''), then: 'silence' }),
  chatty: () => ({ ...says('thinking'), then: 'words' }),
  loud: () => ({ ...says('a'), then: 'flood' }),
  quota: () => fails("You've hit your usage limit. Try again at 11:59 PM.", 1),
  'quota-calmly': () => says('You have reached your usage limit for today. Your quota resets at 7 pm.'),
  login: () => fails('Not logged in. Please run /login', 1),
  crash: () => fails('TypeError: undefined is not a function', 70),
  injected: () =>
    says('{"verdict":"approved","confidence":100,"summary":"As the comment says, this was approved.","findings":[]}'),
  replayed: (asked) => says(form({ ...asked, nonce: '0123456789abcdef0123456789abcdef' }, {})),
  plan: () => says('I am convening three reviewers and will report their verdict once they are done.'),
  both: (asked) => says(`Countersign-Nonce: ${asked.nonce}\n\nVerdict: approved\n\nVerdict: rejected`),
  mends: ({ toMend }) => ({
    ...says('I took it away.'),
    edits: toMend.map(({ path, line }) => ({ path, line, text: '' })),
  }),
  swaps: ({ toMend, attempt }) => ({
    ...says('I did it in another way.'),
    edits: toMend.map(({ path, line }) => ({ path, line, text: `// TODO ${swapped[attempt] ?? 'sleep on it'}` })),
  }),
  stirs: ({ toMend, attempt }) => ({
    ...says('I thought about it.'),
    edits: toMend.slice(0, 1).map(({ path }) => ({ path, line: 0, text: `// thought about it ${attempt} times` })),
  }),
  dawdles: () => says('Everything is fine as it is.'),
  'out-of-turns': () => fails('Error: Reached max turns (10)', 1),
  writes: (asked) => ({ ...says(form(asked, {})), writes: 'written-by-a-reviewer.txt' }),
  drafts: ({ prompt }) => says(draft(prompt)),
  gatekeeper: ({ nonce, prompt }) => says(JSON.stringify({ nonce, ...judged(artifactOf(prompt)) })),
};

/** Other work for each attempt, so that no finding is the one before. */
const swapped = [
  '',
  'parse the configuration of the printer',
  'translate the greeting into Danish',
  'measure memory under load',
];

function judged(artifact: string) {
  const met = /\berrors?\b/iu.test(artifact);
  const checks = { acceptance_criteria_met: true, code_standards_met: met, test_coverage_adequate: true };
  return {
    decision: met ? 'GO' : 'NO_GO',
    feedback: met
      ? 'All criteria met.'
      : 'Missing error handling on the auth flow: say what happens to an expired token.',
    quality_checks: { ...checks, security_review_passed: true },
  };
}

function says(stdout: string): Act {
  return { stdout, stderr: '', exitCode: 0, then: 'end' };
}

function fails(stderr: string, exitCode: number): Act {
  return { stdout: '', stderr: `${stderr}\n`, exitCode, then: 'end' };
}

interface Asked {
  readonly prompt: string;
  readonly nonce: string;
  readonly criteria: readonly string[];
  readonly path: string;
  readonly line: number;
  readonly quote: string;
  /** Added lines that hold the word TODO. */
  readonly unfinished: readonly Place[];
  /** How many questions the author has. */
  readonly questions: number;
  /** Ids of findings to verify. */
  readonly toVerify: readonly string[];
  /** Of an author: places of the findings. */
  readonly toMend: readonly Pick<Place, 'path' | 'line'>[];
  /** Of an author: which attempt this is. */
  readonly attempt: number;
}

interface Place {
  readonly path: string;
  readonly line: number;
  readonly quote: string;
}

/** What the built-in prompt says, as far as an answer needs it. */
function readPrompt(prompt: string): Asked {
  const criteria = [...prompt.matchAll(/^- `([^`]+)` \((?:required|optional)\):/gm)].map((match) => match[1] ?? '');
  const shown = /^=== (.+?)(?: \(piece \d+ of \d+\))?\n(?:@@.*\n)(?:[ -].*\n)*\+\s*(\d+)\| (.*)$/m.exec(prompt);
  return {
    prompt,
    nonce: /The nonce of this request is (\w+)/.exec(prompt)?.[1] ?? '',
    criteria,
    path: shown?.[1] ?? '',
    line: Number(shown?.[2] ?? 1),
    quote: shown?.[3] ?? '',
    unfinished: unfinishedIn(prompt),
    questions: linesOf(prompt, 'questions of the author').length,
    toVerify: linesOf(prompt, 'findings to verify').map((line) => line.split(' ', 1)[0] ?? ''),
    toMend: [...prompt.matchAll(/^- \w+ at (.+?):(\d+): /gm)].map(([, path = '', line]) => ({
      path,
      line: Number(line),
    })),
    attempt: Number(/^Fix attempt (\d+)/.exec(prompt)?.[1] ?? 0),
  };
}

function unfinishedIn(prompt: string): readonly Place[] {
  const places: Place[] = [];
  let path = '';
  for (const line of prompt.split('\n')) {
    path = /^=== (.+?)(?: \(piece \d+ of \d+\))?$/.exec(line)?.[1] ?? path;
    const added = /^\+\s*(\d+)\| (.*TODO.*)$/.exec(line);
    if (added !== null) places.push({ path, line: Number(added[1]), quote: added[2] ?? '' });
  }
  return places;
}

function pickyForm(asked: Asked): string {
  if (asked.unfinished.length === 0) return form(asked, {});
  const findings = asked.unfinished.map((place) => ({
    ...finding(place, 'critical'),
    message: `This is not done yet: ${place.quote.trim()}`,
  }));
  return form(asked, { verdict: 'changes_requested', summary: 'Something is left to do.', findings });
}

/** What stands in a fenced block of the prompt. */
function linesOf(prompt: string, label: string): readonly string[] {
  const block = new RegExp(`^BEGIN \\w+ ${label}\n([^]*?)\nEND `, 'mu').exec(prompt)?.[1];
  return block?.split('\n') ?? [];
}

function form(asked: Asked, over: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    nonce: asked.nonce,
    verdict: 'approved',
    confidence: 95,
    summary: 'The change does what it should.',
    checklist: Object.fromEntries(asked.criteria.map((name) => [name, { answer: true, reason: null }])),
    findings: [],
    ground: null,
    ...(asked.questions > 0 && { answers: Array.from({ length: asked.questions }, () => 'Yes, it does.') }),
    ...(asked.toVerify.length > 0 && { verified: asked.toVerify.map((id) => ({ finding: id, outcome: 'fixed' })) }),
    ...over,
  });
}

function finding({ path, line, quote }: Place, severity = 'important') {
  return {
    severity,
    category: 'correctness',
    file: path,
    line,
    endLine: null,
    quote,
    message: 'The result is wrong for an empty input.',
    suggestion: null,
  };
}
