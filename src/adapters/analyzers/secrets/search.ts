import { blunt } from '../blunt.js';
import type { FoundSecret } from './found-secret.js';
import { knownForms } from './known-forms.js';

const preset = '@secretlint/secretlint-rule-preset-recommend';
/** Access key ids are found by their prefix alone; the preset leaves them out. */
const awsIds = { id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } };

/** Everything that secretlint's recommended preset or its form alone shows to be a credential, whatever comments in the text say. */
export async function findSecrets(name: string, text: string): Promise<readonly FoundSecret[]> {
  const { lintSource, creator } = await (library ??= load());
  const { messages } = await lintSource({
    source: { filePath: plain(name), content: blunt(text), contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: [{ id: preset, rule: creator, rules: [awsIds] }] } },
  });
  const found = messages.map(({ range: [from, to], ruleId, messageId, data }) => {
    const end = Math.max(to, ...secretsIn(data).map((secret) => endOf(text, secret, from)));
    return { from, to: end, kind: kindOf(ruleId, messageId) };
  });
  const isFound = ({ from, to }: FoundSecret): boolean => found.some((other) => from < other.to && other.from < to);
  return [...found, ...knownForms(text).filter((each) => !isFound(each))];
}

/** Of some rules the library's range begins at the name before the secret and is as long as the secret: its end would be left out. */
function endOf(text: string, secret: string, from: number): number {
  const at = text.indexOf(secret, from);
  return at === -1 || at > from + farthest ? 0 : at + secret.length;
}

/** Characters between the name of a secret and the secret. */
const farthest = 200;

function secretsIn(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).filter((value): value is string => typeof value === 'string' && value.length >= 8);
}

let library: ReturnType<typeof load> | undefined;

/**
 * The library marks the start and end of every rule on every text in the process's performance time line, keeps the marks
 * for ever and searches them one by one at each new one: a thousand files take a minute. Nobody reads them here.
 */
async function load() {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  secretLintProfiler.mark = () => undefined;
  return { lintSource, creator };
}

/** `@secretlint/secretlint-rule-github` and `GITHUB_TOKEN` to `github token`. */
function kindOf(ruleId: string, messageId: string): string {
  const vendor = ruleId.replace(/^.*secretlint-rule-/, '').replace(/-/g, ' ');
  const word = messageId
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return word.includes(vendor) || vendor === 'privatekey' ? word : `${vendor} credential (${word})`;
}

/** The library files its timings under the path and fails on what is no plain one, a line feed for example. */
function plain(path: string): string {
  return path.replace(/[^\w./@+-]/g, '_');
}
