import { createHash } from 'node:crypto';
import type { PolicyInForce, ReadPolicy } from '../../application/ports/policy.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { promptFiles } from '../../domain/policy/prompt-files.js';

/** Where a revision keeps its policy; one of them. */
export const policyPlaces = ['.countersign/policy.yaml', '.countersign/policy.yml'] as const;

/**
 * The policy of a revision (SPEC 2, rule 7: the caller reads from the base). Where it has no file, the default policy.
 * Codes: those of `loadPolicy`, `policy_ambiguous` for two files, `policy_unreadable` for bytes that are not UTF-8.
 */
export const readPolicy: ReadPolicy = async (readFile) => {
  const found = (await Promise.all(policyPlaces.map(async (path) => ({ path, bytes: await readFile(path) })))).filter(
    (each): each is { path: (typeof policyPlaces)[number]; bytes: Uint8Array } => each.bytes !== undefined,
  );
  const [only, other] = found;
  if (only === undefined) return told(defaultInForce(), readFile);
  if (other !== undefined) {
    return refuse('policy_ambiguous', `both ${only.path} and ${other.path} exist`, `Keep one of them: ${only.path}.`);
  }
  const read = await inForce(only.bytes, only.path);
  return isRefusal(read) ? read : told(read, readFile);
};

/** With what agents and reviewers are told beside the policy. */
async function told(read: PolicyInForce, readFile: Parameters<ReadPolicy>[0]): Promise<PolicyInForce> {
  const paths = promptFiles(read.policy);
  const texts = await Promise.all(paths.map((path) => readFile(path)));
  if (texts.every((text) => text === undefined)) return read;
  const prompts = sha256(JSON.stringify(texts.map((text) => text && sha256(text))));
  return { ...read, origin: { ...read.origin, prompts } };
}

/** What was read last: every round of a review is held to the policy of the same base. */
let last: { readonly digest: string; readonly file: string; readonly read: PolicyInForce | Refusal } | undefined;

/** A policy text as it stands in a file, checked. The same bytes under the same name are checked once. */
export async function inForce(bytes: Uint8Array, file: string): Promise<PolicyInForce | Refusal> {
  const digest = sha256(bytes);
  if (last?.digest === digest && last.file === file) return last.read;
  const read = await check(bytes, file, digest);
  last = { digest, file, read };
  return read;
}

async function check(bytes: Uint8Array, file: string, digest: string): Promise<PolicyInForce | Refusal> {
  const text = decode(bytes);
  if (text === undefined) return notUtf8(bytes, file);
  const { loadPolicy } = await import('./load-policy.js');
  const policy = loadPolicy(text, file);
  return isRefusal(policy) ? policy : { policy, origin: { source: 'base', digest } };
}

function defaultInForce(): PolicyInForce {
  return { policy: defaultPolicy, origin: { source: 'default', digest: sha256(canonical(defaultPolicy)) } };
}

/** JSON with sorted keys: the same policy has the same digest whatever order its keys are written in. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // Not UTF-8: the caller says where.
  }
}

function notUtf8(bytes: Uint8Array, file: string): Refusal {
  let line = 1;
  let start = 0;
  // No multi-byte sequence of UTF-8 contains a line feed, so each line can be judged alone.
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    if (decode(bytes.subarray(start, end)) === undefined) break;
    start = end + 1;
    line += 1;
  }
  return {
    ...refuse('policy_unreadable', `${file} is not UTF-8 text`, 'Save the file as UTF-8.'),
    problems: [{ file, line, column: 1, message: 'has a byte that is not UTF-8', expected: 'UTF-8 text' }],
  };
}
