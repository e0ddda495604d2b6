/** Words that nobody's real secret holds and every documented example does. */
const words =
  /example|sample|dummy|placeholder|change_?me|your[-_ ]?|redacted|xxxx|\*{3}|0{8}|1234567|abcdef|foobar|deadbeef|insert|todo|<[^>]+>|\$\{|\{\{|%s|%\(/i;
const commonPasswords =
  /:\/\/[^:/@]*:(password|passwd|pass|pw|pwd|secret|postgres|root|admin|test|user|username|mysql|guest|rabbitmq|redis|foo|bar|baz|p|x+|\.\.\.|token|dev|local|[^@]{1,3})@/i;
const localHosts = /@(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|host|hostname|[a-z_-]+)(:\d+|[:/?'"`]|$)/i;
const reservedHosts = /@[\w.-]*(example\.(com|org|net)|\.(test|invalid|example|localhost|local))\b/i;

/** Whether a matched secret is plainly none: an example of documentation, or an account that exists on one's own machine only. */
export function isPlaceholder(secret: string): boolean {
  return (
    words.test(secret) ||
    commonPasswords.test(secret) ||
    localHosts.test(secret) ||
    reservedHosts.test(secret) ||
    isFlat(secret)
  );
}

/** A run of few different characters: typed, not generated. */
function isFlat(secret: string): boolean {
  const body = secret.replace(/^[a-z]{2,6}[-_]/i, '').replace(/-----[^-]+-----|\s/g, '');
  return body.length >= 16 && new Set(body).size <= 6;
}
