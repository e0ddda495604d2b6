/** The user's effective git configuration as data; keys lower-cased as git prints them, the last value last. */
export type UserConfig = ReadonlyMap<string, readonly string[]>;

/** Reads `git config --list -z`: `key LF value NUL`; a key without a value means true. */
export function parseConfigList(bytes: Buffer): UserConfig {
  const config = new Map<string, string[]>();
  for (const record of bytes.toString('utf8').split('\0')) {
    if (record === '') continue;
    const end = record.indexOf('\n');
    const key = end < 0 ? record : record.slice(0, end);
    const value = end < 0 ? 'true' : record.slice(end + 1);
    const values = config.get(key);
    if (values === undefined) config.set(key, [value]);
    else values.push(value);
  }
  return config;
}

/** The value in force. */
export function lastValue(config: UserConfig, key: string): string | undefined {
  return config.get(key)?.at(-1);
}

export interface Section {
  readonly name: string;
  readonly subsection?: string;
  readonly settings: readonly (readonly [key: string, value: string])[];
}

/** Text of a git configuration file. Values are quoted, so that no value can start a section or a comment. */
export function configText(sections: readonly Section[]): string {
  return sections
    .map(({ name, subsection, settings }) => {
      const title = subsection === undefined ? `[${name}]` : `[${name} "${subsection.replace(/[\\"]/g, '\\$&')}"]`;
      return [title, ...settings.map(([key, value]) => `\t${key} = ${quote(value)}`), ''].join('\n');
    })
    .join('');
}

function quote(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  return `"${escaped}"`;
}
