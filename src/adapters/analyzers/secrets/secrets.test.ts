import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { criteria, reviewChange } from '../../../../test/kit/review-change.js';
import { hardCoded } from './hard-coded.js';
import { secrets } from './secretlint.js';
import { secretElements } from './settings.js';

const found = (path: string, text: string) => faultsFound([hardCoded, secrets], { head: { [path]: text } });

// In parts, so that nobody takes this file for one that holds secrets.
const password = ['Xk93jd', 'k2LLq0vv'].join('');
const letters = ['xKqWz', 'RtYpLmN'].join('');
const hex = ['9f8b1c7d2e6a4f3b', '8c1d7e2a6b9f4c3d'].join('');
const form = ['sk_li', 've_'].join('');
const stripe = `${form}51Hx9QzKm3Tr8Wb2Yc7Nd4Vf`;
const aws = ['AKIA', 'Q3EGRT7YUIOP5SDF'].join('');

describe('secrets in settings', () => {
  it.each([
    ['.env', `PORT=80\nDB_PASSWORD=${password}\n`, 2],
    ['.env.production', `export SESSION_SECRET='${password}'\n`, 1],
    ['conf.yaml', `db:\n  password: "${password}"\n`, 2],
    ['conf.yml', `api_key: "${hex}"\n`, 1],
    ['conf.yml', `api_key: ${hex}\n`, 1],
    ['compose.yaml', `environment:\n  - POSTGRES_PASSWORD=${password}\n`, 2],
    ['conf.json', `{\n  "port": 80,\n  "password": "${password}"\n}\n`, 3],
    ['conf.json', `{"db":{"user":"a","apiKey":"${hex}"}}\n`, 1],
    ['conf.toml', `auth_token = "${password}"\n`, 1],
    ['conf.ini', `[db]\npassword = ${password}\n`, 2],
    ['app.properties', `spring.datasource.password=${password}\n`, 1],
    ['Dockerfile', `FROM node:20\nENV DB_PASS=${password}\n`, 2],
    ['secret.yaml', `kind: Secret\ndata:\n  password: ${Buffer.from(password).toString('base64')}\n`, 3],
    ['deploy.sh', `export API_TOKEN=${password}\n`, 1],
    ['web.config', `<add key="DbPassword" value="${password}" />\n`, 1],
    ['beans.xml', `<bean>\n  <property name="db.password" value="${password}"/>\n</bean>\n`, 2],
    ['hibernate.cfg.xml', `<property name="connection.password">${password}</property>\n`, 1],
    ['settings.xml', `<server>\n  <id>a</id>\n  <password>${password}</password>\n</server>\n`, 3],
    ['db.xml', `<db user="a" password="${password}"/>\n`, 1],
    ['app.js', `start();\n// password: ${password}\n`, 2],
    ['app.py', `# DB_PASSWORD=${password}\n`, 1],
    ['.env', `# old: DB_PASSWORD=${password}\n`, 1],
    ['min.json', `{"pad":"${'x'.repeat(3_000)}","password":"${password}"}\n`, 1],
    ['conf.yaml', `password: ${letters}\n`, 1],
    ['app.ts', `const dbPassword = '${letters}';\n`, 1],
    ['.env', `DB_PASSWORD=${['aB3', 'xY7'].join('')}\n`, 1],
  ])('%s (%#)', async (path, text, line) => {
    expect(await found(path, text)).toEqual([`secrets/hard-coded important ${path}:${line}`]);
  });

  it.each([
    ['.env', 'DB_PASSWORD=changeme123\nSECRET=\nTOKEN=xxxxxxxx1\nAPI_KEY=<your-key-1>\nPASSWORD=password123\n'],
    ['.env', 'DB_PASSWORD=${DB_PASSWORD_2}\nTOKEN=$CI_TOKEN_12\nUSE_TOKEN=true\nMAX_TOKEN=4096000000\n'],
    ['.env', 'SECRET=/run/secrets/db1\nPRIVATE_KEY=keys/server-v2.pem\nAUTH_TOKEN=https://auth2.host.io/token\n'],
    ['.env', `VITE_API_KEY=${hex}\n# PASSWORD=none yet\n`],
    ['.env.example', `DB_PASSWORD=${password}\n`],
    ['config/app.sample.yaml', `password: ${password}\n`],
    ['.github/workflows/ci.yml', 'with:\n  token: ${{ secrets.TOKEN_2 }}\n  password: "{{ vault_pw2 }}"\n'],
    [
      'deployment.yaml',
      'secretName: db-password-2\nsecret: my-app-2-secret\ntoken: !Ref Token22\npassword: *pw22abc\n',
    ],
    ['secret.yaml', `kind: SealedSecret\nspec:\n  encryptedData:\n    password: ${password}\n`],
    ['secret.yaml', `kind: Secret\ndata:\n  password: ${Buffer.from('password').toString('base64')}\n`],
    ['package.json', '{ "dependencies": { "csrf-token": "^4.2.0-beta.1", "secret": "npm:@scope/secret@1.2.3" } }\n'],
    ['package-lock.json', `{ "token": "${password}" }\n`],
    ['conf.json', '{ "token": "sha512-Zt8Qm4Lw0pXr7Bn2Kd5Vh9" }\n'],
    ['locales/de.json', '{ "password": "Passwort", "token": "Dein Token 2 ist abgelaufen" }\n'],
    ['badges.yaml', `badge: https://ci.host.io/badge.svg?token=${password}\n`],
    ['test/fixtures/conf.yaml', `password: ${password}\n`],
    ['examples/conf.yaml', `password: ${password}\n`],
    ['deploy.sh', 'TOKEN=$(get-token2)\nexport PASSWORD=$1\nsecret=${2:-none22ab}\n'],
    ['strings.xml', '<string name="password">Kennwort</string>\n<label key="token" value="Ihr-Token"/>\n'],
    ['web.config', '<add key="DbPassword" value="#{DbPassword2}#" />\n<password>${env.DB_PW2}</password>\n'],
    ['app.ts', '// password: what the user typed, v2.1\n// token: abc-2 or def-3\nconst token = "currentUserName";\n'],
    ['conf.yaml', 'password: RequiredForAdmins\nauth_key: PublicKeyOnly\npass: ab12\ntoken: aB3xY7\n'],
    ['README.md', 'Set password: to what you were given.\n'],
  ])('is silent on what is none in %s (%#)', async (path, text) => {
    expect(await found(path, text)).toEqual([]);
  });
});

it('shows of a long line what stands around the secret', async () => {
  const text = `{"pad":"${'x'.repeat(3_000)}","password":"${password}","more":"${'y'.repeat(3_000)}"}\n`;
  const { findings } = await reviewChange({ head: { 'min.json': text } });
  const [quote = ''] = findings
    .filter(({ rule }) => rule === 'secrets/hard-coded')
    .map((finding) => finding.quote ?? '');
  expect(quote).toContain('"password":"********"');
  expect(quote.length).toBeLessThan(300);
});

it('looks at a long line in time', () => {
  const hostile = [' key="password"', '<password a', 'password ', 'a-', '<a:', ' name="password">'];
  const started = performance.now();
  for (const part of hostile) expect(secretElements(part.repeat(1_000_000 / part.length))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(20_000);
});

describe('keys with a form of their own', () => {
  it.each([
    ['app.js', `const stripe = new Stripe('${stripe}');\n`],
    ['notes.txt', `The key is ${stripe}.\n`],
    ['.env', `STRIPE_SECRET_KEY=${stripe}\n`],
    ['a.md', `${['dop', 'v1'].join('_')}_${hex}${hex}\n`],
    ['a.py', `bot(${['"712345', '6890:AA'].join('')}Hq9-Zk3Lw0pXr7Bn2Kd5Vh9Tm4Yc8Ef_1")\n`],
  ])('%s (%#)', async (path, text) => {
    expect(await found(path, text)).toEqual([`secrets/credential critical ${path}:1`]);
  });

  it('names a password beside a key on one line', async () => {
    const text = `{ "key_id": "${aws}", "password": "${password}" }\n`;
    expect(await found('conf.json', text)).toEqual([
      'secrets/credential critical conf.json:1',
      'secrets/hard-coded important conf.json:1',
    ]);
  });

  it('names each of several', async () => {
    const text = `AWS = "${aws}"\nSTRIPE = "${stripe}"\nPASSWORD = "${password}"\n`;
    expect(await found('app.py', text)).toEqual([
      'secrets/credential critical app.py:1',
      'secrets/credential critical app.py:2',
      'secrets/hard-coded important app.py:3',
    ]);
  });

  it.each([
    ['docs.md', `Use ${form}${'x'.repeat(24)} or ${form}your_key_goes_here_1.\n`],
    ['task.js', 'const key = "task_live_51Hx9QzKm3Tr8Wb2Yc7";\n'],
    [
      'web.js',
      `const app = { apiKey: "${['AIza', 'SyD9Hq3Lw0pXr7Bn2Kd5Vh9Tm4Yc8Ef_1Q'].join('')}", authDomain: "a.firebaseapp.com" };\n`,
    ],
  ])('is silent on what only looks like one: %s (%#)', async (path, text) => {
    expect((await found(path, text)).filter((hit) => hit.includes('credential'))).toEqual([]);
  });
});

it('answers no to the criterion and never quotes the secret', async () => {
  const text = `DB_PASSWORD=${password}\nSTRIPE_SECRET_KEY=${stripe}\n`;
  const { opinions, checklist } = await reviewChange({ head: { '.env': text } }, { criteria: criteria('no_secrets') });
  expect(checklist['no_secrets']?.answer).toBe(false);
  expect(JSON.stringify(opinions)).not.toContain(password);
  expect(JSON.stringify(opinions)).not.toContain(stripe);
});
