import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** The key bytes of a secret, undefined when it is none: 24 to 64 bytes in base64, with the prefix or without. */
export function secretKey(secret: string): Buffer | undefined {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : undefined;
}

/** Value of `webhook-signature`. Throws when the secret is none. */
export function signature(of: {
  readonly secret: string;
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}): string {
  const key = secretKey(of.secret);
  if (key === undefined) throw new Error('the secret of the webhook is not 24 to 64 bytes in base64');
  return `v1,${createHmac('sha256', key).update(`${of.id}.${of.seconds}.${of.body}`).digest('base64')}`;
}
