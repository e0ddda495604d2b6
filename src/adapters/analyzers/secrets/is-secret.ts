import { isPlaceholder } from './placeholder.js';

/** Names of what is no secret although a part of the name is. */
const harmlessName =
  /(name|field|label|header|param|type|url|uri|path|file|env|prefix|regexp?|pattern|id|message|error|hint|key_?name|(page|next|sync|change|client|request|purchase|idempotency|cancel|cancellation|continuation|cursor|csrf)[_-]?token)$/i;
/** Build tools write variables of these names into what every browser gets. */
const publicName = /^(next_public|vite|react_app|expo_public|nuxt_public|public|gatsby)_/i;

const word = '(?:[A-Za-z]+\\d{0,2}|\\d{1,4})';
/** Words, names, paths and host names: parts that could be spoken. */
const spoken = new RegExp(`^${word}(?:[-_./:@+]${word})*$`);
const reference =
  /[{}<>$()…]|\.{3}|:\/\/|^[./~*&!%@]|^[A-Z][A-Z0-9_]*$|^ENC\[|^(?:npm|file|workspace|link|github|git|arn|vault|ssm|env|ref|secret|sops|urn|kms|docker|base64):/;
const fileName = /\.(ya?ml|json|toml|pem|key|crt|cer|txt|env|cfg|conf|ini|[jt]sx?|py|go|sh|p12|pfx|jks|gpg|asc)$/i;
const version = /^[\^~<>=v]*\d+(\.(\d+|x|\*))+/i;
const digest = /^(sha\d+|md5|h1)[-:=]/i;
const commonWords =
  /pass(word|wd|phrase)?|secret|test(ing)?|admin|root|user|demo|fake|local(host)?|default|dev(elopment)?|token|key|api|postgres|mysql|redis|super|insecure|mock|client|access|auth|private|session|not|real|value|some|very/gi;
/** Characters that must be left when the words are taken away. */
const fewest = 6;
const fewestOfShort = 5;

/** Whether a literal reads like a secret: it mixes kinds of characters as chance or a careful person does, and is no word, name, path, address, version or placeholder. */
export function isSecret(name: string, value: string): boolean {
  if (harmlessName.test(name) || publicName.test(name) || !isVaried(name, value)) return false;
  const inner = encoded(value);
  return inner === undefined || isVaried(name, inner);
}

function isVaried(name: string, value: string): boolean {
  if (value.length > 200 || !/[A-Za-z]/.test(value)) return false;
  if (isPlaceholder(value) || [reference, fileName, version, digest].some((harmless) => harmless.test(value)))
    return false;
  const left = value.replace(commonWords, '').length;
  if (value.length < 8) return /pass(word|wd|phrase)?$|pwd$/i.test(name) && left >= fewestOfShort && isDense(value);
  if (left < fewest || new Set(value).size < 6) return false;
  return /\d/.test(value) ? !spoken.test(value) : isScrambled(value);
}

/** Six or seven characters of all kinds with a digit among letters, as a rule for passwords asks. */
function isDense(value: string): boolean {
  return value.length >= 6 && [/[a-z]/, /[A-Z]/, /[A-Za-z]\d+[A-Za-z]/].every((kind) => kind.test(value));
}

/** Letters that change between large and small as chance has it: no name does so at every third one. */
function isScrambled(value: string): boolean {
  const turns = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return value.length >= 10 && /^[A-Za-z+/=_-]+$/.test(value) && turns * 2.5 >= value.length;
}

/** What a value of a Kubernetes secret says: printable text in base64, which chance makes of nothing of that length. */
function encoded(value: string): string | undefined {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('latin1');
  return /^[\n\x20-\x7e]+$/.test(text) ? text.trim() : undefined;
}
