import stringWidth from 'string-width';
import { isAscii } from './ascii.js';

/** Columns that a printable text takes; wide characters take two. Loading this costs more than a whole `list`. */
export function widthOf(text: string): number {
  return isAscii(text) ? text.length : stringWidth(text);
}
