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

  /** Its last words: what it said after the last tool; all its words where it said nothing after that. */
  answer(): string {
    const last = this.#pieces.findLastIndex(({ what }) => what === 'tool');
    return wordsOf(this.#pieces.slice(last + 1)) || wordsOf(this.#pieces);
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

function wordsOf(pieces: readonly Piece[]): string {
  return pieces
    .filter(({ what }) => what === 'answer')
    .map(({ text }) => text)
    .join('');
}
