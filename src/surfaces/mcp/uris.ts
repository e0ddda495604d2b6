/** `policy://current`: what the newest commit holds. */
export const policyUri = 'policy://current';

export const reviewUri = (id: string): string => `review://${id}`;
export const packetUri = (id: string): string => `review://${id}/packet`;

export interface ReviewUri {
  /** Id or first letters. */
  readonly review: string;
  readonly packet: boolean;
}

/** The review that a URI names; undefined for any other URI. */
export function reviewOf(uri: string): ReviewUri | undefined {
  const found = /^review:\/\/([\w-]{1,64})(\/packet)?\/?$/u.exec(uri);
  return found === null ? undefined : { review: found[1] ?? '', packet: found[2] !== undefined };
}
