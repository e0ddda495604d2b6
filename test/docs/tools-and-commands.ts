import type { Command } from 'commander';
import type { Tool } from '../../src/surfaces/mcp/tools/tool.js';

/** What takes the place of a field: an argument (`ID`), an option (`--title`), a field of the file that is handed in, or words. */
type Place = string;

export interface Counterpart {
  /** Command that does the same, and any further one that a field needs. */
  readonly commands: readonly string[];
  readonly input: Readonly<Record<string, Place>>;
  /** Where each fact of the answer stands in the JSON object of the first command, or of the one named before a colon. */
  readonly output: Readonly<Record<string, Place>>;
}

const change = 'RANGE, `--base`, `--staged`, `--worktree`';
const ofFile = 'field of `--file`';
const review = {
  review_id: '`review.id`',
  status: '`review.status`',
  outcome: '`decision.outcome`',
  success: 'exit code',
} as const;
const requested = {
  ...{ id: '`id`', review_id: '`id`', status: '`status`', reviewer: '`reviewer`', precheck: '`precheck`' },
  ...{
    estimated_completion: '`estimatedCompletion`',
    skip_reason: '`skipReason`',
    rejected_before: '`rejectedBefore`',
  },
  ...{ criteria_changed: '`criteriaChanged`', fix: '`mending`' },
} as const;

/** Every tool of the server, on the command line (issue: everything the tools do can be done and seen there). */
export const counterparts: Readonly<Record<string, Counterpart>> = {
  check_review_required: {
    commands: ['required'],
    input: { action: 'ACTION', 'context.change': change, 'context.autonomy': '`--autonomy`' },
    output: {
      ...{ needs_review: '`needsReview`', reviewer: '`reviewer`', estimated_time: '`estimatedMinutes`' },
      ...{ skip_reason: '`skipReason`', rule: '`rule`' },
    },
  },
  request_review: {
    commands: ['request'],
    input: {
      ...{ title: '`--title`', type: '`--type`', change, description: '`--description`', questions: '`--question`' },
      ...{ confidence: '`--confidence`', scope: '`--scope`', reviewer: '`--reviewer`', autonomy: '`--autonomy`' },
      creator: 'the name of the token',
      context: '`--description`',
      artifacts: 'not taken',
      idempotency_key: '`--key`',
    },
    output: requested,
  },
  get_review: {
    commands: ['show', 'log', 'memory show'],
    input: { review_id: 'ID', wait_seconds: '`--wait`', since_version: '`--since`' },
    output: {
      ...{ review_id: review.review_id, status: review.status, outcome: review.outcome },
      ...{ version: 'log: `version`', title: '`change.title`', type: '`review.type`', creator: '`review.creator`' },
      ...{ reviewer: '`review.reviewer`', revision_count: '`review.revision`', head_tree: '`change.headTree`' },
      ...{ confidence: '`decision.confidence`', summary: '`opinions[].summary`', checklist: '`checklist[]`' },
      ...{ answers: '`opinions[].answers`', findings: '`findings[]`', unmet_rules: '`decision.rules`' },
      ...{ criteria_changed: '`request.policyChanged`', fix: '`mending`', escalation: '`escalation`' },
      rejected_before: 'memory show: `rejected`',
      ...{ created_at: '`review.createdAt`', started_at: '`review.startedAt`', completed_at: '`review.completedAt`' },
    },
  },
  list_reviews: {
    commands: ['list', 'run list', 'run show'],
    input: { mine: '`--mine`', limit: '`--limit`' },
    output: { reviews: '`reviews`', runs: 'run show: `member`' },
  },
  start_review: {
    commands: ['start', 'packet'],
    input: {
      review_id: 'ID',
      page: 'the packet comes whole',
      page_length: 'the packet comes whole',
      notes: '`--notes`',
    },
    output: {
      ...{ review_id: '`review`', nonce: '`nonce`', lease_until: '`leaseUntil`', notice: 'in the text' },
      ...{ page: 'the packet comes whole', pages: 'the packet comes whole', duty: '`packet.duty`' },
      ...{ head_tree: '`packet.headTree`', base_tree: '`packet.baseTree`', revision_count: '`packet.revision`' },
      ...{ type: '`packet.type`', inventory: '`packet.files`', facts: '`packet.facts`' },
      ...{ not_shown: '`packet.notShown`', grounds: '`packet.grounds`', claims: '`packet.claims`' },
      ...{ criteria: '`packet.criteria`', questions: '`packet.questions`', guidelines: '`packet.guidelines`' },
      ...{ changed_since: '`packet.changedSince`', to_verify: '`packet.toVerify`', settled: '`packet.settled`' },
      ...{ memory: '`packet.memory`', to_judge: '`packet.toJudge`', partial_work: '`packet.partialWork`' },
      files: '`packet.hunks`',
    },
  },
  submit_review: {
    commands: ['submit'],
    input: {
      review_id: 'ID',
      ...Object.fromEntries(
        [
          ...['nonce', 'head_tree', 'status', 'confidence', 'summary', 'checklist', 'findings', 'answers', 'ground'],
          ...['not_read', 'verified', 'judged', 'valid_options', 'compromise', 'clarification', 'feedback', 'reviewer'],
        ].map((field) => [field, ofFile]),
      ),
    },
    output: { ...review, unmet_rules: '`decision.rules`' },
  },
  request_re_review: {
    commands: ['revise'],
    input: {
      ...{ review_id: 'ID', changes_made: '`--changes-made`', change, fixed: '`--fixed`', turns: '`--turns`' },
      message: '`--changes-made`',
      revision_number: 'counted by the program',
      artifacts: 'not taken',
    },
    output: requested,
  },
  contest_finding: {
    commands: ['contest'],
    input: { finding_id: 'FINDING', argument: '`--argument`', evidence: '`--evidence`' },
    output: review,
  },
  escalate_review: {
    commands: ['escalate'],
    input: {
      ...{ review_id: 'ID', reason: '`--reason`', creator_argument: '`--argument`' },
      request_human_decision: 'what the command is for',
    },
    output: { ...review, escalated: '`review.status`', deadline: '`escalation.deadline`' },
  },
  report_outcome: {
    commands: ['outcome'],
    input: { review_id: 'ID', kind: '`--kind`', note: '`--note`' },
    output: { recorded: '`recorded`' },
  },
  get_review_metrics: {
    commands: ['metrics'],
    input: { period: '`--period`', agent: '`--agent`', type: '`--type`' },
    output: {
      ...{ period: '`period`', total_reviews: '`totalReviews`', approved: '`approved`', rejected: '`rejected`' },
      ...{ changes_requested: '`changesRequested`', escalated: '`escalated`', recommendations: '`recommendations`' },
      ...{ avg_review_time_minutes: '`averageReviewMinutes`', avg_confidence: '`averageConfidence`' },
    },
  },
  emit_event: {
    commands: ['run event', 'run respond'],
    input: {
      ...{ type: '`--type`; an answer: `run respond`', summary: '`--summary`', run_id: '`--run`', cycle: '`--cycle`' },
      reviewer: 'the name of the token',
      payload: '`--verdict`, `--summary`, `--issue`, or `--file`',
    },
    output: {
      ...{ run_id: '`run`', status: '`status`', flagged: '`flagged`', cause: '`cause`', cycle: '`cycle`' },
      ...{ decision: '`decision`', request: '`request`', clarification: '`clarification`' },
    },
  },
};

/** docs/tools-and-commands.md. */
export function toolsAndCommands(tools: readonly Tool[]): string {
  return [
    '# Tools and commands',
    '',
    'Made from the program by `npm run docs:cli`; do not edit. Whatever an agent does by a tool of the [MCP server](mcp.md), a person or a',
    'script does by a [command](cli.md); each fact of an answer stands in the [JSON object](json.md) that the command prints with `--json`',
    '(of the first command, where no other is named). `next` is what the command says under "Next". The resources `review://ID` and',
    '`review://ID/packet` are `show` and `packet`, `policy://current` is `policy show`; being told that a review changed is `list --watch`.',
    ...tools.flatMap((tool) => ['', ...part(tool)]),
    '',
  ].join('\n');
}

function part({ name }: Tool): string[] {
  const { commands, input, output } = must(counterparts[name], name);
  const rows = (of: Readonly<Record<string, Place>>) =>
    Object.entries(of).map(([field, place]) => `| \`${field}\` | ${place} |`);
  return [
    `## \`${name}\`: ${commands.map((words) => `\`countersign ${words}\``).join(', ')}`,
    '',
    ...['| given | on the command line |', '| --- | --- |', ...rows(input), ''],
    ...['| answered | `--json` |', '| --- | --- |', ...rows(output)],
  ];
}

/** The command of these words. */
export function commandOf(program: Command, words: string): Command {
  return words.split(' ').reduce<Command>(
    (at, word) =>
      must(
        at.commands.find((each) => each.name() === word),
        words,
      ),
    program,
  );
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}
