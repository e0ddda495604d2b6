import { decode } from './frame/decode.js';

type Magic = (bytes: Uint8Array) => boolean;

const starts =
  (...signatures: readonly string[]): Magic =>
  (bytes) =>
    signatures.some((signature) => ascii(bytes, 0, signature.length) === signature);

const isoBox: Magic = (bytes) => ascii(bytes, 4, 8) === 'ftyp';
const riff =
  (form: string): Magic =>
  (bytes) =>
    ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === form;
const mpegAudio: Magic = (bytes) =>
  ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);

const magics: ReadonlyMap<string, Magic> = new Map<string, Magic>([
  ['png', starts('\x89PNG\r\n\x1a\n')],
  ['apng', starts('\x89PNG\r\n\x1a\n')],
  ['jpg', starts('\xff\xd8\xff')],
  ['jpeg', starts('\xff\xd8\xff')],
  ['gif', starts('GIF87a', 'GIF89a')],
  ['webp', riff('WEBP')],
  ['avif', isoBox],
  ['heic', isoBox],
  ['bmp', starts('BM')],
  ['ico', starts('\0\0\x01\0', '\0\0\x02\0', '\x89PNG')],
  ['icns', starts('icns')],
  ['tif', starts('II*\0', 'MM\0*')],
  ['tiff', starts('II*\0', 'MM\0*')],
  ['psd', starts('8BPS')],
  ['woff', starts('wOFF')],
  ['woff2', starts('wOF2')],
  ['ttf', starts('\0\x01\0\0', 'true', 'ttcf')],
  ['otf', starts('OTTO', '\0\x01\0\0')],
  ['eot', (bytes) => bytes[34] === 0x4c && bytes[35] === 0x50],
  ['mp3', mpegAudio],
  ['mp4', isoBox],
  ['m4a', isoBox],
  ['m4v', isoBox],
  ['mov', (bytes) => ['ftyp', 'moov', 'mdat', 'wide', 'free'].includes(ascii(bytes, 4, 8))],
  ['webm', starts('\x1aE\xdf\xa3')],
  ['mkv', starts('\x1aE\xdf\xa3')],
  ['ogg', starts('OggS')],
  ['oga', starts('OggS')],
  ['ogv', starts('OggS')],
  ['opus', starts('OggS')],
  ['wav', riff('WAVE')],
  ['avi', riff('AVI ')],
  ['flac', starts('fLaC')],
  ['aac', mpegAudio],
  ['pdf', starts('%PDF-')],
]);

/** Whether the name says image, font, audio or video. */
export function hasMediaName(path: string): boolean {
  return magics.has(extension(path));
}

/**
 * Whether the bytes begin as the kind of media that the name promises must begin. What reads as text is none, whatever
 * its first letters: `BM=1; rm -rf ~` is a script, and `GIF89a=run()` a program.
 */
export function isMedia(path: string, bytes: Uint8Array): boolean {
  return magics.get(extension(path))?.(bytes) === true && 'unreadable' in decode(bytes);
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
