import type { Writable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { jsonOf } from '../json-text.js';

const newline = 0x0a;

/** What every message of JSON-RPC has; what else it holds is the protocol's business. */
const message = z.custom<AnyMessage>((value) => z.looseObject({ jsonrpc: z.literal('2.0') }).safeParse(value).success);

/** The messages that an agent and its client exchange, one a line, over the stdin and stdout of the agent. */
export class MessageStream implements Stream {
  readonly readable: ReadableStream<AnyMessage>;
  readonly writable: WritableStream<AnyMessage>;
  /** Lines that are none of the protocol: programs mix in words of their own. */
  readonly noise: string[] = [];
  readonly #malformed: (line: string) => void;
  #incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  #rest: Buffer[] = [];

  /** @param malformed told of a line that begins as a message and is none; nothing that comes after it is heard */
  constructor(stdin: Writable, malformed: (line: string) => void) {
    this.#malformed = malformed;
    this.readable = new ReadableStream<AnyMessage>({
      start: (controller) => {
        this.#incoming = controller;
      },
      cancel: () => {
        this.#incoming = undefined;
      },
    });
    this.writable = new WritableStream<AnyMessage>({
      write: (each) => {
        // What an agent does not read any more is lost: its end is what tells why.
        if (stdin.writable) stdin.write(`${JSON.stringify(each)}\n`);
      },
    });
  }

  /** Bytes of the agent's stdout. */
  push(bytes: Buffer): void {
    let from = 0;
    for (let to = bytes.indexOf(newline); to >= 0; to = bytes.indexOf(newline, from)) {
      this.#rest.push(bytes.subarray(from, to));
      from = to + 1;
      this.#line(Buffer.concat(this.#rest).toString('utf8').trim());
      this.#rest = [];
    }
    if (from < bytes.length) this.#rest.push(bytes.subarray(from));
  }

  /** The agent says no more. */
  close(): void {
    this.#incoming?.close();
    this.#incoming = undefined;
  }

  #line(line: string): void {
    if (this.#incoming === undefined || line === '') return;
    if (!line.startsWith('{') && !line.startsWith('[')) {
      this.noise.push(line);
      return;
    }
    const parsed = message.safeParse(jsonOf(line));
    if (parsed.success) {
      this.#incoming.enqueue(parsed.data);
      return;
    }
    this.noise.push(line);
    this.#malformed(line);
    this.close();
  }
}
