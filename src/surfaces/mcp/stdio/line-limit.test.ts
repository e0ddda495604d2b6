import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineLimit } from './line-limit.js';

async function through(chunks: readonly Buffer[], limit: number) {
  const dropped: (string | number | null)[] = [];
  const lines = new LineLimit((id) => dropped.push(id), limit);
  const out: Buffer[] = [];
  for await (const chunk of Readable.from(chunks).pipe(lines)) out.push(chunk as Buffer);
  return { text: Buffer.concat(out).toString('latin1'), dropped };
}

describe('LineLimit', () => {
  it('lets whole lines through and drops the long ones, wherever the pieces end', async () => {
    const line = fc.string({ maxLength: 30, unit: fc.constantFrom('a', 'é', '{', '"') });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (lines, step) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) =>
          bytes.subarray(index * step, (index + 1) * step),
        );
        const { text, dropped } = await through(chunks, 20);
        const short = lines.filter((each) => Buffer.byteLength(each) < 20);
        expect(text).toBe(Buffer.from(short.map((each) => `${each}\n`).join('')).toString('latin1'));
        expect(dropped).toHaveLength(lines.length - short.length);
      }),
    );
  });

  it.each([
    [
      'at the end, as the SDK writes it',
      `{"method":"x","params":{"id":1,"a":"${'y'.repeat(500)}"},"jsonrpc":"2.0","id":7}`,
      7,
    ],
    ['at the start', `{"jsonrpc":"2.0","id":"a-7","method":"x","params":{"a":"${'y'.repeat(500)}"}}`, 'a-7'],
    ['not where it is that of something inside', `{"jsonrpc":"2.0","params":{"a":"${'y'.repeat(500)}","id":7}}`, null],
    ['not in garbage', 'z'.repeat(900), null],
  ])('finds the id of a message that is too long %s', async (_, message, id) => {
    expect(await through([Buffer.from(`${message}\n`)], 100)).toEqual({ text: '', dropped: [id] });
  });

  it('holds no more of a long line than its ends', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const { text, dropped } = await through([...Array.from({ length: 64 }, () => chunk), Buffer.from('\nok\n')], 1_000);
    expect({ text, dropped }).toEqual({ text: 'ok\n', dropped: [null] });
  });
});
