const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A path as people and JSON see it (SPEC 4): UTF-8, each byte that is not UTF-8 as `\xHH`. */
export interface PathText {
  readonly text: string;
  /** Base64 of the raw path, only where the text is not the path itself. */
  readonly bytes?: string;
}

export function pathText(raw: Uint8Array): PathText {
  const text = utf8(raw);
  return text === undefined ? { text: escapeInvalid(raw), bytes: Buffer.from(raw).toString('base64') } : { text };
}

/** The text, or undefined where the bytes are not UTF-8. */
export function utf8(raw: Uint8Array): string | undefined {
  try {
    return strict.decode(raw);
  } catch {
    return undefined;
  }
}

function escapeInvalid(raw: Uint8Array): string {
  let text = '';
  for (let at = 0; at < raw.length;) {
    const length = sequenceLength(raw[at] ?? 0);
    const character = length === 0 || at + length > raw.length ? undefined : utf8(raw.subarray(at, at + length));
    if (character === undefined) {
      text += `\\x${(raw[at] ?? 0).toString(16).padStart(2, '0')}`;
      at += 1;
    } else {
      text += character;
      at += length;
    }
  }
  return text;
}

/** Length that the first byte of a UTF-8 sequence announces; 0 where it can't start one. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}
