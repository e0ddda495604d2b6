import type { AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isProgram } from '../language.js';
import { allRead } from '../result.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { isTestData } from '../test-path.js';
import { isSecret } from './is-secret.js';
import { isPlaceholder } from './placeholder.js';
import { findSecrets } from './search.js';
import { isMarkup, isSettings, secretElements, secretSettings, secretVariables, type Setting } from './settings.js';

export const hardCodedRule: RuleDoc = {
  id: 'secrets/hard-coded',
  role: 'auditor',
  severity: 'important',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell', 'yaml', 'json', 'toml', 'text'],
  title: 'A password or key written into a program or its settings',
  why: 'Whoever can read the source has it, it is the same everywhere, and it cannot be changed without a release. Settings are dotenv, INI, properties, YAML, JSON, TOML, XML and Dockerfiles; comments of both are searched too. Silent on tests, examples, templates and lock files, on placeholders, and on values that read like words, names, versions or addresses.',
  remedy: 'Take it from the environment or a secret store, and change it: history keeps this one.',
  example: "const dbPassword = 'k9!vQx72pLm';",
};

/** Values given to names that promise a secret. What has a known form is found by secretlint wherever it stands. */
export const hardCoded: Analyzer = {
  name: 'hard-coded secrets',
  role: 'auditor',
  compares: 'sides',
  rules: [hardCodedRule.id],
  applies: ({ files }) => files.some(isSearched),
  analyze: async ({ files }): Promise<AnalysisResult> => {
    const mine = files.filter(isSearched);
    const hits = await Promise.all(mine.flatMap((file) => [hitsIn(file, 'head'), hitsIn(file, 'base')]));
    return allRead(mine, hits.flat());
  },
};

function isSearched(file: AnalyzedFile): boolean {
  const { path, language, isTest, head } = file;
  const aside = /(^|\/)(examples?|docs?|demos?|samples?|mocks?|stories|bench(marks?)?)\/|\.(stories|mock)\./i.test(
    path,
  );
  return head !== undefined && (isProgram(language) || isSettings(file)) && !isTest && !isTestData(path) && !aside;
}

const assigned =
  /(?<name>[\w$.-]*(?:password|passwd|passphrase|secret|secret_?key|api_?-?key|access_?key|auth_?token|access_?token|private_?key|encryption_?key|signing_?key))["'\]]?\s*(?::\s*[\w<>| ]+\s*=|:=|=(?!=)|:)\s*[bf]?(?<quote>["'`])(?<value>[^"'`\s]{8,200})\k<quote>/i;

const comment = /^\s*(\/\/|#|;|\*|\/\*)/;

async function hitsIn(file: AnalyzedFile, side: 'base' | 'head'): Promise<Hit[]> {
  const hits = (file[side]?.lines ?? []).map((text, index) => hitOn(text, index + 1, file, side));
  return (await Promise.all(hits)).flatMap((hit) => hit ?? []);
}

async function hitOn(text: string, line: number, file: AnalyzedFile, side: 'base' | 'head'): Promise<Hit | undefined> {
  if (text.length > longest(file)) return undefined;
  const found = settingsOn(text, file).filter(({ name, value }) => isSecret(name, value));
  if (found.length === 0) return undefined;
  const secret = await unknown(found, text, file.path);
  const [first] = secret;
  if (first === undefined) return undefined;
  return {
    rule: hardCodedRule.id,
    severity: 'important',
    file: file.path,
    side,
    line,
    quote: around(found.reduce((masked, { value }) => masked.replaceAll(value, mask), text)),
    message: `\`${first.name}\` is written into the ${isProgram(file.language) ? 'program' : 'file'}: whoever reads the source has it. Take it from the environment or a secret store, and change it, since history keeps this one.`,
  };
}

/** Longer lines of programs were written by a tool; a file of JSON or XML is often one line. */
function longest({ language }: AnalyzedFile): number {
  return isProgram(language) ? 1_000 : 1_000_000;
}

const mask = '********';

/** Of a long line what stands around the first secret. */
function around(masked: string): string {
  const at = masked.indexOf(mask);
  return masked.length <= 1_000 ? masked : `…${masked.slice(Math.max(0, at - 80), at + 80)}…`;
}

/** Those that the other rule does not report already, since one secret is one finding. */
async function unknown(found: readonly Setting[], text: string, path: string): Promise<readonly Setting[]> {
  const known = (await findSecrets(path, text))
    .map(({ from, to }) => text.slice(from, to))
    .filter((secret) => !isPlaceholder(secret));
  return found.filter(({ value }) => !known.some((secret) => secret.includes(value) || value.includes(secret)));
}

function settingsOn(text: string, { language, path }: AnalyzedFile): readonly Setting[] {
  if (comment.test(text)) return secretSettings(text);
  if (isMarkup(path)) return secretElements(text);
  if (!isProgram(language)) return secretSettings(text);
  const { name, value } = assigned.exec(text)?.groups ?? {};
  const quoted = name === undefined || value === undefined ? [] : [{ name, value }];
  return language === 'shell' ? [...quoted, ...secretVariables(text)] : quoted;
}
