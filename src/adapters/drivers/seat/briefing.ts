import { readContent, type EntryContent } from '../../../application/prompt/change-content.js';
import { guidelines as readGuidelines, inOrder, type Guideline } from '../../../application/guidelines.js';
import { planReview, type ReviewPrompt } from '../../../application/prompt/review-prompt.js';
import type { PromptTemplates } from '../../../application/prompt/templates.js';
import type { Packet, PanelTask } from '../../../application/ports/reviewer.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import { templatesFor } from '../built-in-templates.js';
import { agentFiles, disarmed } from '../isolation/agent-files.js';

const kilobyte = 1_000;
/** Characters of one prompt where the policy says nothing: what every agent here takes on stdin and reads in one turn. */
const defaultKilobytes = 240;
/** Prompts of one seat at most; a change beyond it is a change to split. */
const maxParts = 16;

/** What all seats of a review are told, read once. */
export class Briefing {
  readonly packet: Packet;
  readonly task: PanelTask;
  readonly templates: Required<PromptTemplates>;
  readonly contents: readonly EntryContent[];
  readonly #guidelines: readonly Guideline[];
  readonly #head: ReadonlySet<string>;

  private constructor(
    on: Pick<Briefing, 'packet' | 'task' | 'templates' | 'contents'>,
    guidelines: readonly Guideline[],
    head: ReadonlySet<string>,
  ) {
    this.packet = on.packet;
    this.task = on.task;
    this.templates = on.templates;
    this.contents = on.contents;
    this.#guidelines = guidelines;
    this.#head = head;
  }

  static async read(packet: Packet, task: PanelTask): Promise<Briefing> {
    const { frozen, exclusions } = packet;
    const [templates, contents, guidelines, head] = await Promise.all([
      templatesFor(task.templates),
      readContent(frozen, exclusions),
      readGuidelines(
        frozen,
        frozen.change.files.map(({ path }) => path),
      ),
      frozen.listTree('head'),
    ]);
    return new Briefing(
      { packet, task, templates, contents: task.withoutDiff === true ? contents.map(leftOut) : contents },
      inOrder(guidelines),
      new Set(head.map(({ path }) => path)),
    );
  }

  /** Whether the head holds a path. */
  exists(path: string): boolean {
    return this.#head.has(path);
  }

  /** The prompts for one agent. */
  promptsFor({ entry, seat }: SeatedAgent, readsCheckout: boolean): ReviewPrompt {
    const { classification, criteria } = this.packet;
    const { rejectGrounds, settled, memory, claims, owed, context } = this.task;
    return planReview({
      template: this.templates.review,
      role: seat.role,
      classification,
      criteria,
      rejectGrounds,
      contents: this.contents,
      guidelines: this.#guidelines,
      settled,
      ...(memory !== undefined && { memory }),
      ...(claims !== undefined && { claims }),
      ...(context !== undefined && { context }),
      ...(owed !== undefined && { owed }),
      ...(readsCheckout && { checkout: { renamed: agentFiles([...this.#head]), suffix: disarmed } }),
      budget: (entry.limits.promptKilobytes ?? defaultKilobytes) * kilobyte,
      maxParts,
    });
  }
}

function leftOut(content: EntryContent): EntryContent {
  if (content.kind !== 'text') return content;
  const reason = 'the policy leaves the diff out (`task_review.context.include_git_diff`)';
  return { file: content.file, kind: 'not_shown', reason };
}
