import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { reviewChange } from '../../../../test/kit/review-change.js';
import { hardCoded } from '../secrets/hard-coded.js';
import { pipedDownloads } from '../text/piped-download.js';
import { ruff } from '../lint/ruff.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (path: string, head: string, base?: string) =>
  (
    await faultsFound([...agentFaultAnalyzers, hardCoded, pipedDownloads, ruff], {
      base: base === undefined ? {} : { [path]: base },
      head: { [path]: head },
    })
  ).filter((hit) => /^(security|secrets|lint\/S)/.test(hit));

const install = (command: string): string => `{\n  "scripts": {\n    "postinstall": "${command}"\n  }\n}\n`;
// In two parts, so that nobody takes this file for one that holds a password.
const password = ['k9!vQx', '72pLm'].join('');

describe('what may be attacked', () => {
  it.each([
    [
      'src/git.ts',
      "import { exec } from 'node:child_process';\nexec(`git log ${branch}`);\n",
      'security/shell-injection important src/git.ts:2',
    ],
    [
      'src/git.js',
      "const cp = require('child_process');\ncp.execSync('rm -rf ' + dir);\n",
      'security/shell-injection important src/git.js:2',
    ],
    [
      'scripts/git.js',
      "const cp = require('child_process');\ncp.execSync('rm -rf ' + dir);\n",
      'security/shell-injection minor scripts/git.js:2',
    ],
    ['src/panel.ts', 'panel.innerHTML = comment.text;\n', 'security/unescaped-html important src/panel.ts:1'],
    ['src/panel.ts', 'panel.innerHTML = `<b>${name}</b>`;\n', 'security/unescaped-html important src/panel.ts:1'],
    [
      'src/http.ts',
      'export const agent = new Agent({ rejectUnauthorized: false });\n',
      'security/certificates-ignored important src/http.ts:1',
    ],
    [
      'src/http.ts',
      "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n",
      'security/certificates-ignored important src/http.ts:1',
    ],
    ['app/run.py', 'import subprocess\nsubprocess.run(f"ls {name}", shell=True)\n', 'lint/S602 important app/run.py:2'],
    ['app/run.py', 'import os\nos.system(f"ls {name}")\n', 'lint/S605 important app/run.py:2'],
    ['app/run.py', 'eval(rule)\n', 'lint/S307 important app/run.py:1'],
    ['app/run.py', 'exec(code)\n', 'lint/S102 important app/run.py:1'],
    ['app/run.py', 'import yaml\nyaml.load(f)\n', 'lint/S506 important app/run.py:2'],
    ['app/run.py', 'import pickle\npickle.loads(request.data)\n', 'lint/S301 important app/run.py:2'],
    ['app/run.py', 'import pickle\npickle.load(f)\n', 'lint/S301 minor app/run.py:2'],
    ['app/run.py', 'import requests\nrequests.get(url, verify=False)\n', 'lint/S501 important app/run.py:2'],
    ['setup.py', 'exec(open("a/version.py").read())\n', 'lint/S102 minor setup.py:1'],
    ['src/db.ts', `export const dbPassword = '${password}';\n`, 'secrets/hard-coded important src/db.ts:1'],
    ['app/db.py', `API_KEY = "${password}"\n`, 'secrets/hard-coded important app/db.py:1'],
    ['db.go', `package db\n\nvar dbPassword = "${password}"\n`, 'secrets/hard-coded important db.go:3'],
    [
      'Dockerfile',
      'FROM node:20\nRUN curl -fsSL \\\n    https://get.tools.dev | sh\n',
      'security/piped-download minor Dockerfile:2',
    ],
    [
      'Dockerfile',
      'FROM node:20\nRUN curl http://get.tools.dev | sudo bash\n',
      'security/piped-download important Dockerfile:2',
    ],
    ['ci.sh', 'wget -qO- https://get.tools.dev | bash -s -- -y\n', 'security/piped-download minor ci.sh:1'],
    ['ci.sh', 'bash -c "$(curl -fsSL https://get.tools.dev)"\n', 'security/piped-download minor ci.sh:1'],
    [
      '.github/workflows/ci.yml',
      'steps:\n  - run: curl https://get.tools.dev | sh\n',
      'security/piped-download minor .github/workflows/ci.yml:2',
    ],
    [
      'package.json',
      '{ "scripts": { "setup": "curl https://get.tools.dev | sh" } }\n',
      'security/piped-download important package.json:1',
    ],
    [
      'package.json',
      install('curl -o bin/tool https://dl.tools.dev/tool'),
      'security/install-download important package.json:3',
    ],
  ])('%s %j', async (path, head, hit) => {
    expect(await found(path, head)).toEqual([hit]);
  });

  it.each([
    [
      'src/git.ts',
      "import { exec } from 'node:child_process';\nexec('git log');\nexec(`git log`);\nexec('git ' + 'log');\n",
    ],
    [
      'src/git.ts',
      "import { execFile } from 'node:child_process';\nexecFile('git', ['log', branch]);\n/a/.exec(`${b}`);\n",
    ],
    ['test/git.test.ts', "import { exec } from 'node:child_process';\nexec(`git log ${branch}`);\n"],
    [
      'src/panel.ts',
      "panel.innerHTML = '';\npanel.innerHTML = '<b>x</b>';\npanel.innerHTML = DOMPurify.sanitize(text);\n",
    ],
    ['src/http.ts', 'new Agent({ rejectUnauthorized: true });\nnew Agent({ rejectUnauthorized });\n'],
    ['app/run.py', 'import subprocess\nsubprocess.run("ls", shell=True)\nsubprocess.run(["ls", name])\n'],
    ['app/run.py', 'import os\nos.system("clear")\neval("1 + 1")\n'],
    ['app/run.py', 'import ast, yaml\nast.literal_eval(a)\nyaml.safe_load(f)\nyaml.load(f, Loader=yaml.SafeLoader)\n'],
    ['tests/test_run.py', 'import subprocess\nsubprocess.run(f"ls {name}", shell=True)\n'],
    [
      'src/db.ts',
      "const password = process.env.PASSWORD;\nconst passwordField = 'password2-field';\nconst secret = 'change_me_2024';\n",
    ],
    [
      'src/form.ts',
      "const labels = { password: 'Your password 2', apiKey: 'settings.apiKey2', token: 'ACCESS_TOKEN_V2' };\n",
    ],
    ['test/db.test.ts', `const password = '${password}';\n`],
    ['examples/db.ts', `const password = '${password}';\n`],
    [
      'ci.sh',
      'curl https://a.dev/x | python3 -m json.tool\ncurl https://a.dev | tee out | shasum\n# curl https://a.dev | sh\necho "curl https://a.dev | sh"\n',
    ],
    ['README.md', 'Run `curl https://get.tools.dev | sh`.\n'],
    ['package.json', install('node-gyp-build')],
  ])('silent: %s %j', async (path, head) => {
    expect(await found(path, head)).toEqual([]);
  });

  it('is silent on what the base had already', async () => {
    const base = install('curl -o bin/tool https://dl.tools.dev/tool');
    const head = base.replace('{\n', '{\n  "name": "a",\n');
    const { found: told } = await reviewChange({ base: { 'package.json': base }, head: { 'package.json': head } });
    expect(told).toEqual([]);
  });

  it('never quotes the secret', async () => {
    const { opinions, found: told } = await reviewChange({ head: { 'app/db.py': `API_KEY = "${password}"\n` } });
    expect(told).toContain('important secrets/hard-coded app/db.py:1');
    expect(JSON.stringify(opinions)).not.toContain(password);
  });
});
