import { Transform, type TransformCallback } from 'node:stream';

/** Longest message, in bytes. A whole opinion with hundreds of findings takes some hundred thousand. */
export const longestMessage = 8 * 1024 * 1024;

/** Characters at either end of a long message in which its id is looked for. */
const ends = 200;

/**
 * Lets lines through and drops those that are too long, so that one of them neither fills the memory nor ends the session.
 * `dropped` gets the id of the request if it stands where clients write it, at either end of the message.
 */
export class LineLimit extends Transform {
  readonly #limit: number;
  readonly #dropped: (id: string | number | null) => void;
  #line = 0;
  #first = '';
  #last = '';
  #held: Buffer[] = [];

  constructor(dropped: (id: string | number | null) => void, limit = longestMessage) {
    super();
    this.#limit = limit;
    this.#dropped = dropped;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#take(chunk.subarray(start, end + 1));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
    done();
  }

  #take(piece: Buffer): void {
    if (this.#line === 0) this.#first = piece.toString('latin1', 0, ends);
    this.#line += piece.length;
    if (this.#line <= this.#limit) {
      this.#held.push(piece);
      return;
    }
    this.#held = [];
    this.#last = `${this.#last}${piece.toString('latin1', Math.max(0, piece.length - ends))}`.slice(-ends);
  }

  #endLine(): void {
    if (this.#line <= this.#limit) for (const piece of this.#held) this.push(piece);
    else this.#dropped(idOf(this.#first, this.#last));
    this.#held = [];
    this.#line = 0;
    this.#first = '';
    this.#last = '';
  }
}

/** An id right before the last brace, or right after the version at the start, is that of the message itself. */
function idOf(first: string, last: string): string | number | null {
  const found =
    /,"id":(\d{1,15}|"[\w-]{1,80}")\}\s*$/u.exec(last)?.[1] ??
    /^\s*\{"jsonrpc":"2\.0","id":(\d{1,15}|"[\w-]{1,80}"),/u.exec(first)?.[1];
  if (found === undefined) return null;
  return found.startsWith('"') ? found.slice(1, -1) : Number(found);
}
