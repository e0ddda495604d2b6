import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';

/** PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * A token holds 32 random bytes, so a key can be derived from it. What is kept of a token, its hash and this public key, lets
 * anybody check who wrote something and nobody write it: a hash alone could be copied out of the store.
 */
export function publicKeyOf(token: string): string {
  return createPublicKey(privateKeyOf(token))
    .export({ format: 'der', type: 'spki' })
    .subarray(spki.length)
    .toString('base64url');
}

/** Base64url. */
export function signWith(token: string, text: string): string {
  return sign(null, Buffer.from(text), privateKeyOf(token)).toString('base64url');
}

/** False also for keys and signatures that are none. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(publicKey, 'base64url');
  if (bytes.length !== 32) return false;
  const key = createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function privateKeyOf(token: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', token.trim(), '', 'countersign spool entry', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}
