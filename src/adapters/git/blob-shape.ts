import type { LineEnding } from '../../domain/model/change.js';
import type { ObjectReader, Sink } from './object-reader.js';

/** Line ends of a whole blob. */
export interface BlobShape {
  readonly eol: LineEnding;
  /** An empty blob has no unfinished line: true. */
  readonly newlineAtEof: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Counts line ends over pieces of any size, in constant memory. */
export class ShapeSink implements Sink {
  #last = lineFeed;
  #lf = false;
  #crlf = false;

  chunk(bytes: Buffer): void {
    let at = this.#lf && this.#crlf ? -1 : bytes.indexOf(lineFeed);
    while (at >= 0) {
      const before = at === 0 ? this.#last : bytes[at - 1];
      if (before === carriageReturn) this.#crlf = true;
      else this.#lf = true;
      if (this.#lf && this.#crlf) break;
      at = bytes.indexOf(lineFeed, at + 1);
    }
    this.#last = bytes[bytes.length - 1] ?? this.#last;
  }

  shape(): BlobShape {
    const ending = this.#lf && this.#crlf ? 'mixed' : this.#crlf ? 'crlf' : this.#lf ? 'lf' : 'none';
    return { eol: ending, newlineAtEof: this.#last === lineFeed };
  }
}

/** Shapes by blob id; a missing blob has none. */
export async function readShapes(objects: ObjectReader, ids: ReadonlySet<string>): Promise<Map<string, BlobShape>> {
  const shapes = new Map<string, BlobShape>();
  await Promise.all(
    [...ids].map(async (id) => {
      const sink = new ShapeSink();
      if (typeof (await objects.read(id, sink)) !== 'string') shapes.set(id, sink.shape());
    }),
  );
  return shapes;
}
