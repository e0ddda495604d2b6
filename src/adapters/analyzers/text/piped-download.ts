import type { AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { allRead } from '../result.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { isTestData } from '../test-path.js';

export const pipedDownloadRule: RuleDoc = {
  id: 'security/piped-download',
  role: 'auditor',
  severity: 'important',
  lesser:
    'minor where the address is encrypted and the command runs for those who build, not for everybody who installs',
  languages: ['shell', 'yaml', 'json', 'text'],
  title: 'What is downloaded is run unseen',
  why: 'Whoever answers for the address today or tomorrow runs commands here, and nothing records what was run. Looks at shell scripts, workflows, Dockerfiles, makefiles and the scripts of package.json.',
  remedy: 'Pin a version, check its digest and run the file, or use a package or action that does.',
  example: 'RUN curl -fsSL http://get.tools.dev | sh',
};

export const installDownloadRule: RuleDoc = {
  id: 'security/install-download',
  role: 'auditor',
  severity: 'important',
  languages: ['json'],
  title: 'An install script that downloads',
  why: 'It runs on the machine of everybody who installs the package, with what the address gives on that day. Silent on scripts that were there before.',
  remedy: 'Ship what is needed in the package or in optional packages for each platform.',
  example: '"postinstall": "curl -o bin/tool https://dl.tools.dev/tool"',
};

/** Commands that hand a download to an interpreter, and install scripts that fetch. */
export const pipedDownloads: Analyzer = {
  name: 'downloads that run',
  role: 'auditor',
  compares: 'sides',
  rules: [pipedDownloadRule.id, installDownloadRule.id],
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

const commandFiles =
  /(^|\/)package\.json$|(^|\/)(dockerfile|containerfile|(gnu)?makefile)(\.[^/]*)?$|\.(dockerfile|mk)$|^\.github\/.*\.ya?ml$|(^|\/)(\.gitlab-ci|\.travis|azure-pipelines|action|devcontainer)\.(ya?ml|json)$|^\.circleci\//i;

function isSearched({ path, language, head }: AnalyzedFile): boolean {
  return head !== undefined && !isTestData(path) && (language === 'shell' || commandFiles.test(path));
}

const interpreter = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:/usr)?(?:/bin/)?(?:env\s+(?:\S+=\S+\s+)*)?(?:ba|z|da|k)?sh\b|(?:sudo\s+)?(?:python3?|node|perl)\b(?=\s*(?:-\s|-?$|["'&;]))`;
const fetches = String.raw`\b(?:curl|wget)\b`;
const piped = [
  new RegExp(String.raw`${fetches}(?:\\\n|[^|;&\n])*\|\s*(?:\\\n\s*)?(?:${interpreter})`, 'g'),
  new RegExp(String.raw`\b(?:ba|z)?sh\s+<\(\s*${fetches}[^\n]*`, 'g'),
  new RegExp(String.raw`\b(?:(?:ba|z)?sh\s+-c|eval)\s+\\?["']?(?:\$\(|\x60)\s*${fetches}[^\n]*`, 'g'),
];

function hitsIn(file: AnalyzedFile, side: 'base' | 'head'): Hit[] {
  const text = file[side]?.text.replaceAll('\r', '');
  if (text === undefined || !/\b(curl|wget)\b|install/.test(text)) return [];
  const forEverybody = /(^|\/)package\.json$/.test(file.path);
  const found = piped
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(({ index }) => !/^\s*(#|echo\b|print)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index + 1)));
  const hits = found.map(({ index, 0: command }): Hit => {
    const isOpen = /\bhttp:\/\//.test(command) || /\s(-k|--insecure|--no-check-certificate)\b/.test(command);
    return {
      rule: pipedDownloadRule.id,
      severity: forEverybody || isOpen ? 'important' : 'minor',
      file: file.path,
      side,
      line: lineOf(text, index),
      endLine: lineOf(text, index + command.length),
      message: `What the address gives is run unseen${isOpen ? ', and anybody on the way can replace it' : ''}: \`${command.replaceAll(/\s+/g, ' ').slice(0, 100)}\`. Pin a version, check its digest and run the file.`,
    };
  });
  return [...hits, ...(forEverybody ? installScripts(file, side, text) : [])];
}

/** Scripts that run by themselves when the package is installed. */
function installScripts(file: AnalyzedFile, side: 'base' | 'head', text: string): Hit[] {
  const script = /^\s*"(preinstall|install|postinstall|prepare)"\s*:\s*"((?:[^"\\]|\\.)*)"/gm;
  return [...text.matchAll(script)].flatMap(({ index, 0: whole, 1: name = '', 2: command = '' }): Hit[] => {
    if (!/\b(curl|wget|Invoke-WebRequest|iwr)\b|https?:\/\/|\bfetch\(/.test(command)) return [];
    return [
      {
        rule: installDownloadRule.id,
        severity: 'important',
        file: file.path,
        side,
        line: lineOf(text, index + whole.search(/\S/)),
        message: `\`${name}\` downloads on the machine of everybody who installs the package. Ship what is needed in the package, or in optional packages for each platform.`,
      },
    ];
  });
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
