const ascii = /^[\x20-\x7e]*$/u;

/** Printable ASCII takes one column a character and needs no measuring. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}
