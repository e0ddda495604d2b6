import type { AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isProgram } from '../language.js';
import { allRead } from '../result.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { isTestData } from '../test-path.js';
import { isSecret } from './is-secret.js';
import { isSettings, secretSettings, secretVariables, type Setting } from './settings.js';

export const hardCodedRule: RuleDoc = {
  id: 'secrets/hard-coded',
  role: 'auditor',
  severity: 'important',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell', 'yaml', 'json', 'toml', 'text'],
  title: 'A password or key written into a program or its settings',
  why: 'Whoever can read the source has it, it is the same everywhere, and it cannot be changed without a release. Settings are dotenv, INI, properties, YAML, JSON, TOML and Dockerfiles. Silent on tests, examples, templates and lock files, on placeholders, and on values that read like words, names, versions or addresses.',
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
  analyze: ({ files }): Promise<AnalysisResult> => {
    const mine = files.filter(isSearched);
    return Promise.resolve(
      allRead(
        mine,
        mine.flatMap((file) => [...hitsIn(file, 'head'), ...hitsIn(file, 'base')]),
      ),
    );
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

function hitsIn(file: AnalyzedFile, side: 'base' | 'head'): Hit[] {
  const place = isProgram(file.language) ? 'program' : 'file';
  return (file[side]?.lines ?? []).flatMap((text, index): Hit[] => {
    if (text.length > 1_000 || /^\s*(\/\/|#|;|\*|\/\*)/.test(text)) return [];
    const secret = settingsOn(text, file).filter(({ name, value }) => isSecret(name, value));
    const [first] = secret;
    if (first === undefined) return [];
    return [
      {
        rule: hardCodedRule.id,
        severity: 'important',
        file: file.path,
        side,
        line: index + 1,
        quote: secret.reduce((masked, { value }) => masked.replaceAll(value, '********'), text),
        message: `\`${first.name}\` is written into the ${place}: whoever reads the source has it. Take it from the environment or a secret store, and change it, since history keeps this one.`,
      },
    ];
  });
}

function settingsOn(text: string, { language }: AnalyzedFile): readonly Setting[] {
  if (!isProgram(language)) return secretSettings(text);
  const { name, value } = assigned.exec(text)?.groups ?? {};
  const quoted = name === undefined || value === undefined ? [] : [{ name, value }];
  return language === 'shell' ? [...quoted, ...secretVariables(text)] : quoted;
}
