/** The value that a text of an agent is in JSON; undefined where it is none: a line that was cut, or words between. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says what that means.
    return undefined;
  }
}
