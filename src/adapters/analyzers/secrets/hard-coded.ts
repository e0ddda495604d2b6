import type { AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isProgram } from '../language.js';
import { allRead } from '../result.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { isTestData } from '../test-path.js';
import { isPlaceholder } from './placeholder.js';

export const hardCodedRule: RuleDoc = {
  id: 'secrets/hard-coded',
  role: 'auditor',
  severity: 'important',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell'],
  title: 'A password or key written into the program',
  why: 'Whoever can read the source has it, it is the same everywhere, and it cannot be changed without a release. Silent on tests and examples, on placeholders, and on values that read like words, names or addresses.',
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

function isSearched({ path, language, isTest, head }: AnalyzedFile): boolean {
  const aside = /(^|\/)(examples?|docs?|demos?|samples?|mocks?|stories|bench(marks?)?)\/|\.(stories|mock)\./i.test(
    path,
  );
  return head !== undefined && isProgram(language) && !isTest && !isTestData(path) && !aside;
}

const assigned =
  /(?<name>[\w$.-]*(?:password|passwd|passphrase|secret|api_?-?key|access_?key|auth_?token|access_?token|private_?key|encryption_?key|signing_?key))["'\]]?\s*(?::\s*[\w<>| ]+\s*=|:=|=(?!=)|:)\s*[bf]?(?<quote>["'`])(?<value>[^"'`\s]{8,200})\k<quote>/i;

function hitsIn(file: AnalyzedFile, side: 'base' | 'head'): Hit[] {
  return (file[side]?.lines ?? []).flatMap((text, index): Hit[] => {
    if (text.length > 1_000 || /^\s*(\/\/|#|\*|\/\*)/.test(text)) return [];
    const { name, value } = assigned.exec(text)?.groups ?? {};
    if (name === undefined || value === undefined || !isSecret(name, value)) return [];
    return [
      {
        rule: hardCodedRule.id,
        severity: 'important',
        file: file.path,
        side,
        line: index + 1,
        quote: text.replaceAll(value, '********'),
        message: `\`${name}\` is written into the program: whoever reads the source has it. Take it from the environment or a secret store, and change it, since history keeps this one.`,
      },
    ];
  });
}

/** A secret is no word: it mixes letters with digits or signs, and does not read like a name, a path or an address. */
function isSecret(name: string, value: string): boolean {
  if (
    isPlaceholder(value) ||
    /(name|field|label|header|param|type|url|uri|path|file|env|prefix|regexp?|pattern|id|message|error|hint|key_?name)$/i.test(
      name,
    )
  )
    return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[a-z]+([-_./:][a-z]+)*\d{0,2}$/i.test(value) || /[{}<>$()]|:\/\/|^[./~]|^[A-Z][A-Z0-9_]*$/.test(value))
    return false;
  return new Set(value).size >= 6;
}
