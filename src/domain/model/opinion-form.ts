/**
 * One field of an opinion. `always`: it is there. `or_empty`: it may be left out where it would say nothing. `or_null`: null in a
 * form that demands every key, left out elsewhere.
 */
export interface FormField {
  readonly given: 'always' | 'or_empty' | 'or_null';
  /**
   * `text` may be empty, `words` says something, `word` is one of `words` where whoever answers can be held to it, `choice` is one of
   * them everywhere, `ground` one of the policy, `id` that of a
   * finding, `texts` a list.
   */
  readonly kind:
    | 'verdict'
    | 'percent'
    | 'line'
    | 'text'
    | 'words'
    | 'word'
    | 'choice'
    | 'ground'
    | 'checklist'
    | 'id'
    | 'texts'
    | 'list';
  readonly words?: readonly string[];
  /** Longest text in characters, where it is shorter than that of any text. */
  readonly most?: number;
  /** Of a list: the fields of each item. */
  readonly fields?: OpinionForm;
  /** For a prompt: what to put there. */
  readonly says?: string;
  /** For a list of tools, which costs tokens at every turn: as few words as do. */
  readonly briefly?: string;
  /** Its name in the tools, where PRS section 7 has another. */
  readonly tool?: string;
  /** Whether a prompt asks for it: `if_owed` only where the review has questions, or findings to verify. Default: always. */
  readonly prompt?: 'if_owed' | 'never';
}

export type OpinionForm = Readonly<Record<string, FormField>>;

/** What a finding is about. One word that all reviewers share tells two findings of one place apart. */
const categories = [
  ...['correctness', 'security', 'errors', 'tests', 'performance', 'concurrency', 'compatibility', 'design', 'scope'],
  ...['dependencies', 'documentation', 'style', 'prompt_injection', 'other'],
];

const path = 4_096;

/** One problem. A severity of another tool is taken and its word kept (SPEC 1). */
export const findingForm = {
  severity: {
    given: 'always',
    kind: 'word',
    words: ['critical', 'important', 'minor'],
    most: 40,
    says: '`critical`: breaks, loses data or opens a hole; `important`: must be mended; `minor`: could be better',
    briefly: 'critical | important | minor',
  },
  category: { given: 'always', kind: 'word', words: categories, most: 80 },
  file: {
    given: 'or_null',
    kind: 'text',
    most: path,
    says: 'Path as the list of files gives it; null for the change as a whole',
  },
  line: {
    given: 'or_null',
    kind: 'line',
    says: 'First line, of the new side; of the old side for deleted lines',
  },
  endLine: { given: 'or_null', kind: 'line', says: 'Last line' },
  quote: { given: 'or_null', kind: 'text', says: 'The text of that line or lines, copied exactly' },
  message: {
    given: 'always',
    kind: 'words',
    says: 'What is wrong, in which case it shows, and what follows from it',
  },
  suggestion: { given: 'or_null', kind: 'text', says: 'What to do, where that is sure' },
} as const satisfies OpinionForm;

export const verifiedForm = {
  finding: { given: 'always', kind: 'id', says: 'Its id', tool: 'finding_id' },
  outcome: { given: 'always', kind: 'choice', words: ['fixed', 'still_open'] },
} as const satisfies OpinionForm;

const judgedForm = {
  finding: { given: 'always', kind: 'id', tool: 'finding_id' },
  outcome: { given: 'always', kind: 'choice', words: ['upheld', 'refuted', 'narrowed'] },
  reason: { given: 'always', kind: 'words' },
  severity: { given: 'or_null', kind: 'text', most: 40 },
} as const satisfies OpinionForm;

/**
 * The one form of an opinion. Prompts describe it, models that take a JSON Schema are handed it, the reader of answers finds its keys,
 * and the tools take it (docs/decisions/0012-one-form.md). What names one request, its nonce, stands beside it.
 */
export const opinionForm = {
  verdict: {
    given: 'always',
    kind: 'verdict',
    tool: 'status',
    says:
      '`approved`: nothing keeps this from being merged; `changes_requested`: at least one finding must be mended first; ' +
      '`rejected`: only on a ground listed under `ground`; `inconclusive`: you could not judge it',
  },
  confidence: { given: 'always', kind: 'percent', says: 'How sure you are of the verdict, in percent' },
  summary: {
    given: 'or_empty',
    kind: 'text',
    says: 'What the change does and why the verdict, in at most five sentences',
    briefly: 'required, or feedback.overall',
  },
  checklist: {
    given: 'always',
    kind: 'checklist',
    briefly: 'each criterion of the packet: true, false, or null = not judged',
  },
  findings: {
    given: 'or_empty',
    kind: 'list',
    fields: findingForm,
    says: 'Every problem once; empty when there is none',
  },
  answers: {
    given: 'or_empty',
    kind: 'texts',
    prompt: 'if_owed',
    says: 'One answer to each question of the author, in their order',
    briefly: 'to the questions, in order',
  },
  ground: {
    given: 'or_null',
    kind: 'ground',
    most: 200,
    says: 'Ground of a rejection, null otherwise',
    briefly: 'of a rejection: one of grounds',
  },
  notRead: { given: 'or_empty', kind: 'texts', most: path, prompt: 'never', briefly: 'paths you did not read' },
  verified: {
    given: 'or_empty',
    kind: 'list',
    fields: verifiedForm,
    prompt: 'if_owed',
    says: 'Each finding that is to be verified, once',
    briefly: 'each finding of to_verify',
  },
  judged: {
    given: 'or_empty',
    kind: 'list',
    fields: judgedForm,
    prompt: 'never',
    briefly: 'each finding of to_judge',
  },
  validOptions: {
    given: 'or_empty',
    kind: 'texts',
    prompt: 'never',
    briefly: 'of an architecture decision: approaches a person may choose',
  },
  compromise: { given: 'or_null', kind: 'text', prompt: 'never' },
  clarification: {
    given: 'or_null',
    kind: 'text',
    prompt: 'never',
    briefly: 'why you contradict your earlier opinion, when asked',
  },
} as const satisfies OpinionForm;

/** Verdicts that a reviewer can state, the last where it comes to none. */
export const statedVerdicts = ['approved', 'changes_requested', 'rejected', 'inconclusive'] as const;

/** `endLine` as `end_line`: a name as the tools and other people's answers spell it. */
export type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Rest>}`
    : `_${Lowercase<Head>}${SnakeCase<Rest>}`
  : S;

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
