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
    [
      'src/run.ts',
      "import * as child from 'child_process';\nconst command = 'ping ' + host;\nchild.exec(command);\n",
      'security/shell-injection important src/run.ts:2',
    ],
    [
      'src/run.ts',
      "import { execSync as run } from 'node:child_process';\nrun('ping ' + host);\n",
      'security/shell-injection important src/run.ts:2',
    ],
    [
      'src/run.ts',
      "import { spawn } from 'node:child_process';\nspawn('sh', ['-c', `ping ${host}`]);\n",
      'security/shell-injection important src/run.ts:2',
    ],
    [
      'run.go',
      'package a\n\nfunc f() {\n\texec.Command("sh", "-c", "ping "+host).Run()\n}\n',
      'security/shell-injection important run.go:4',
    ],
    [
      'src/db.ts',
      'db.query(`SELECT * FROM users WHERE id = ${id}`);\n',
      'security/sql-injection important src/db.ts:1',
    ],
    [
      'src/db.ts',
      'const sql = "SELECT * FROM users WHERE name = \'" + name + "\'";\nawait db.all(sql);\n',
      'security/sql-injection important src/db.ts:1',
    ],
    [
      'app/db.py',
      'cursor.execute(f"SELECT * FROM users WHERE id = {uid}")\n',
      'security/sql-injection important app/db.py:1',
    ],
    [
      'app/db.py',
      'cursor.execute("DELETE FROM users WHERE id = %s" % uid)\n',
      'security/sql-injection important app/db.py:1',
    ],
    [
      'app/db.py',
      'cursor.execute("SELECT * FROM users WHERE id = {}".format(uid))\n',
      'security/sql-injection important app/db.py:1',
    ],
    [
      'db.go',
      'package a\n\nfunc f() {\n\tdb.QueryRow(fmt.Sprintf("SELECT a FROM users WHERE id = %s", id))\n}\n',
      'security/sql-injection important db.go:4',
    ],
    [
      'scripts/db.ts',
      'db.query(`SELECT * FROM users WHERE id = ${id}`);\n',
      'security/sql-injection minor scripts/db.ts:1',
    ],
    ['app/run.py', 'import os\nos.system("ping " + host)\n', 'lint/S605 important app/run.py:2'],
    ['app/run.py', 'import subprocess\nsubprocess.run(f"ls {name}", shell=True)\n', 'lint/S602 important app/run.py:2'],
    ['app/run.py', 'import os\nos.system(f"ls {name}")\n', 'lint/S605 important app/run.py:2'],
    [
      'app/run.py',
      'import subprocess\nsubprocess.run(["sh", "-c", f"ls {name}"], check=True)\n',
      'security/shell-injection important app/run.py:2',
    ],
    [
      'app/run.py',
      'from subprocess import check_output\n\n\ndef size(name):\n    command = "du -s " + name\n    return check_output(("/bin/bash", "-lc", command))\n',
      'security/shell-injection important app/run.py:5',
    ],
    [
      'app/run.py',
      'import asyncio.subprocess\n\n\nasync def size(name):\n    return await asyncio.create_subprocess_exec("bash", "-c", "du -s {}".format(name))\n',
      'security/shell-injection important app/run.py:5',
    ],
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
    [
      'src/git.ts',
      "import { execSync } from 'child_process';\nconst range = 'HEAD';\nexecSync(`git log ${range}`);\nexecSync(`ls ${quote(name)}`);\n",
    ],
    [
      'src/db.ts',
      'db.query(sql`SELECT * FROM users WHERE id = ${id}`);\nsql`SELECT * FROM users WHERE id = ${id}`;\ndb.query("SELECT * FROM users WHERE id = ?", [id]);\n',
    ],
    [
      'src/db.ts',
      "const limit = 10;\ndb.query(`SELECT * FROM users LIMIT ${limit}`);\ndb.query(`SELECT * FROM ${table} WHERE id IN (${placeholders})`);\ndb.query(`SELECT * FROM a WHERE b = ${Number(b)} ORDER BY c ${up ? 'ASC' : 'DESC'}`);\n",
    ],
    [
      'app/db.py',
      'cursor.execute("SELECT * FROM users WHERE id = %s", (uid,))\ncursor.execute(f"SELECT * FROM {TABLE} WHERE id = ?", (uid,))\nlog(f"select a from b where c = {d}")\n',
    ],
    ['db.go', 'package a\n\nfunc f() {\n\tdb.Query("SELECT a FROM b WHERE c = " + strconv.Itoa(d))\n}\n'],
    ['test/db.test.ts', 'db.query(`SELECT * FROM users WHERE id = ${id}`);\n'],
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
      'app/run.py',
      'import subprocess\nsubprocess.run(["sh", "-c", "ls | wc -l"])\nsubprocess.run(["git", "-c", f"user.name={name}"])\n',
    ],
    ['app/run.py', 'import subprocess\nimport shlex\nsubprocess.run(["sh", "-c", f"ls {shlex.quote(name)}"])\n'],
    ['app/run.py', 'import subprocess\nsubprocess.run(["sh", "-c", "ls \\"$1\\"", "sh", name])\n'],
    ['tests/test_run.py', 'import subprocess\nsubprocess.run(["sh", "-c", f"ls {name}"])\n'],
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
