import type { AnalyzedFile } from '../analyzer.js';
import { isLockFile } from '../lock-file.js';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

const settingsName =
  /(^|\/)(\.env(\.[\w.-]+)?|\.?(npmrc|pypirc|netrc|envrc|my\.cnf)|(dockerfile|containerfile)[\w.-]*)$|\.(env|ini|cfg|conf|config|properties|cnf|dockerfile|xml|plist|csproj|props)$/i;
/** Whether the file is XML. */
export function isMarkup(path: string): boolean {
  return /\.(xml|config|plist|csproj|props)$/i.test(path);
}

/** What is there to be copied and filled in, and what a tool wrote. */
const leftOut =
  /(^|[/._-])(examples?|samples?|templates?|tmpl|dist|tests?|testing|schema)([._-]|$)|[._-]defaults?$|lock\.(json|ya?ml)$|\.(map|ipynb|har|geojson|avsc)$/i;
/** Values of such files are ciphertext. */
const encrypted = /^kind:\s*SealedSecret|^sops:|^\s*"sops":/m;

/** Whether the lines of the file give values to names: dotenv, INI, properties, YAML, TOML, JSON, XML, a Dockerfile. */
export function isSettings({ path, language, head }: AnalyzedFile): boolean {
  const isKind =
    language === 'yaml' ||
    language === 'json' ||
    language === 'toml' ||
    (language === 'text' && settingsName.test(path));
  return isKind && !isLockFile(path) && !leftOut.test(path) && !encrypted.test(head?.text ?? '');
}

/** Parameters of an address are left out, since badges carry tokens that open nothing, and so are the kinds in a resource's name. */
const promising =
  '(?<name>[\\w$.-]*(?:password|passwd|passphrase|(?<![a-z])(?:pwd|pass)|secret|token|(?:api|access|secret|private|encryption|signing|auth)[_-]?key))';
const name = `(?<![\\w$.?&:-])${promising}`;
/** `<password>…</password>`, `<add key="password" value="…"/>`, `<property name="password">…</property>`. */
const markup = [
  new RegExp(`<(?:[\\w.-]+:)?${promising}(?:\\s[^<>]*)?>(?<bare>[^<>\\s]+)</`, 'gi'),
  new RegExp(`\\s(?:key|name)="${promising}"[^<>]{0,200}?\\svalue="(?<quoted>[^"\\s]+)"`, 'gi'),
  new RegExp(`\\s(?:key|name)="${promising}"[^<>]{0,200}>(?<bare>[^<>\\s]+)</`, 'gi'),
];
const setting = new RegExp(
  `${name}["']?\\s*[:=]\\s*(?:(?<quote>["'])(?<quoted>[^"'\\s]+)\\k<quote>|(?<bare>[^\\s"'\`]+))`,
  'gi',
);
const shellSetting = new RegExp(`${name}=(?<bare>[^\\s"'\`;|&]+)`, 'gi');

/** Names that promise a secret, with the literal each is given on the line. */
export function secretSettings(line: string): readonly Setting[] {
  return settingsOf(line, setting);
}

/** The same of a line of XML, where an element or a pair of attributes gives a value as well. */
export function secretElements(line: string): readonly Setting[] {
  return [setting, ...markup].flatMap((pattern) => settingsOf(line, pattern));
}

/** The same of a line of shell, where a value needs no quotes and no space may stand around the sign. */
export function secretVariables(line: string): readonly Setting[] {
  return settingsOf(line, shellSetting);
}

function settingsOf(line: string, pattern: RegExp): readonly Setting[] {
  return [...line.matchAll(pattern)].flatMap(({ groups }) => {
    const name = groups?.['name'];
    const value = groups?.['quoted'] ?? groups?.['bare']?.replace(/[,;]+$/, '');
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
}
