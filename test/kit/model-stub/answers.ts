import { placeIn, type Conversation, type Script, type ToolResult } from './script.js';

interface Waiting {
  readonly tool: string;
  readonly times: number;
  readonly settle: (result: ToolResult) => void;
  readonly fail: (error: Error) => void;
}

/** What the client handed back of a script's calls, and who waits for which. */
export class Answers {
  results: readonly ToolResult[] = [];
  readonly #script: Script;
  #waiting: readonly Waiting[] = [];
  #ended = false;

  constructor(script: Script) {
    this.#script = script;
  }

  /** A request of the client: each repeats the results so far, its asides none. */
  take({ results }: Conversation): void {
    const { answered } = placeIn(this.#script, results);
    if (answered.length <= this.results.length) return;
    this.results = answered;
    for (const each of this.#waiting) this.#serve(each);
  }

  /** The result of a tool when it was called for the given time. @throws Error when that has not come until the end. */
  of(tool: string, times = 1): Promise<ToolResult> {
    return new Promise((settle, fail) => {
      const waiting = { tool, times, settle, fail };
      if (this.#serve(waiting)) return;
      this.#waiting = [...this.#waiting, waiting];
      if (this.#ended) this.end();
    });
  }

  end(): void {
    this.#ended = true;
    for (const { tool, times, fail } of this.#waiting)
      fail(new Error(`the client ended before call ${times} of ${tool}`));
    this.#waiting = [];
  }

  #serve({ tool, times, settle }: Waiting): boolean {
    const result = this.results.filter((each) => each.tool === tool)[times - 1];
    if (result === undefined) return false;
    settle(result);
    return true;
  }
}
