import type { RuleDoc } from '../rule-catalogue.js';
import { pythonRules } from './python-rules.js';
import { scriptRules } from './script-rules.js';

const syntaxErrorRule: RuleDoc = {
  id: 'syntax/error',
  role: 'core-developer',
  severity: 'critical',
  lesser: 'Important in data files.',
  languages: 'any',
  title: 'The file does not parse',
  why:
    'What does not parse does not run, and everything that imports or loads it fails with it. Raised only when the base side ' +
    'parsed or did not exist; silent on broken input of tests. A text that nobody here can parse (a makefile, a template, a ' +
    'dialect, what was broken before) is no finding: `syntax_valid` is then not checked, with the reason.',
  remedy: 'Mend the place that the message names; run the parser or the build once before asking for a review.',
  example: 'const total = items.reduce((sum, item) => sum + item.price, 0;',
};

const scriptDocs = Object.entries(scriptRules).map(([name, { severity, why }]): RuleDoc => ({
  id: `lint/${name.replace('/', '-')}`,
  role: 'auditor',
  severity,
  languages: ['typescript', 'tsx', 'javascript'],
  title: `oxlint ${name}`,
  why: why ?? 'A correctness rule: the code does something else than it says, or cannot do what it says.',
  remedy: `See https://oxc.rs/docs/guide/usage/linter/rules/${page(name)}.html`,
}));

function page(name: string): string {
  return name.includes('/') ? name : `eslint/${name}`;
}

const pythonDocs = Object.entries(pythonRules)
  .filter(([, { id }]) => id === undefined)
  .map(([code, { severity, title, why, lesser }]): RuleDoc => ({
    id: `lint/${code}`,
    role: 'auditor',
    severity,
    ...lessened(code, lesser),
    languages: ['python'],
    title: `ruff ${code}, ${title}`,
    why: why ?? 'A correctness rule: the code fails when it runs, or cannot do what it says.',
    remedy: `See https://docs.astral.sh/ruff/rules/${title}/`,
  }));

/** Rules about what may be attacked say less of what is only run by those who develop. */
function lessened(code: string, lesser: string | undefined): Pick<RuleDoc, 'lesser'> {
  if (!code.startsWith('S')) return lesser === undefined ? {} : { lesser };
  return {
    lesser: `${lesser === undefined ? '' : `${lesser} `}Minor in scripts, tools and set-up files; silent in tests.`,
  };
}

export const pythonRuleIds = ['syntax/error', 'performance/blocking-call', ...pythonDocs.map(({ id }) => id)];
export const scriptRuleIds = ['syntax/error', ...scriptDocs.map(({ id }) => id)];
export const lintRules: readonly RuleDoc[] = [syntaxErrorRule, ...scriptDocs, ...pythonDocs];
