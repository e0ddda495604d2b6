import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { saidOf, type ToolCallSaid } from './permission.js';

interface Piece {
  readonly what: 'answer' | 'thought' | 'tool' | 'client';
  readonly text: string;
}

/** What an agent says and does in one turn. */
export class Said {
  /** In US dollars; undefined where the agent does not tell, or tells it in another currency. */
  costUsd: number | undefined;
  readonly #pieces: Piece[] = [];
  readonly #tools = new Map<string, ToolCallSaid[]>();

  take(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk': {
        const what = update.sessionUpdate === 'agent_message_chunk' ? 'answer' : 'thought';
        if (update.content.type === 'text') this.#pieces.push({ what, text: update.content.text });
        return;
      }
      case 'tool_call':
        this.#pieces.push({ what: 'tool', text: `${update.kind ?? 'tool'}: ${update.title}` });
        this.ofTool(update);
        return;
      case 'tool_call_update':
        this.ofTool(update);
        return;
      case 'usage_update':
        if (update.cost?.currency === 'USD') this.costUsd = update.cost.amount;
        return;
      default:
    }
  }

  /** What the agent has said so far of a call of a tool. */
  ofTool(call: ToolCallUpdate): readonly ToolCallSaid[] {
    const said = this.#tools.get(call.toolCallId) ?? [];
    said.push(saidOf(call));
    this.#tools.set(call.toolCallId, said);
    return said;
  }

  /** What was asked of the client, and what came of it. */
  note(text: string): void {
    this.#pieces.push({ what: 'client', text });
  }

  /**
   * Its last words: what it said after the last tool; all its words where it said nothing after that. An answer that it gave before
   * a tool stays one: from the first words that carry the nonce on, everything counts.
   */
  answer(nonce?: string): string {
    const stretches = this.#stretches();
    const sealed = nonce === undefined ? -1 : stretches.findIndex((words) => words.includes(nonce));
    const last = stretches.at(-1)?.trim() === '' ? 0 : stretches.length - 1;
    return stretches
      .slice(sealed < 0 ? last : sealed)
      .filter((words) => words !== '')
      .join('\n\n');
  }

  /** Its words, parted by its calls of tools. */
  #stretches(): readonly string[] {
    const stretches: string[][] = [[]];
    for (const { what, text } of this.#pieces) {
      if (what === 'tool') stretches.push([]);
      if (what === 'answer') stretches.at(-1)?.push(text);
    }
    return stretches.map((words) => words.join(''));
  }

  /** All of it in order, for the record. */
  transcript(): string {
    const blocks: { what: Piece['what']; text: string }[] = [];
    for (const { what, text } of this.#pieces) {
      const last = blocks.at(-1);
      // Words come in pieces, which would tear apart what must not be kept.
      if (last?.what === what && (what === 'answer' || what === 'thought')) last.text += text;
      else blocks.push({ what, text });
    }
    return blocks.map(({ what, text }) => `[${what}] ${text}`).join('\n');
  }
}
