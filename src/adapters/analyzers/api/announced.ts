import { posix } from 'node:path';
import type { FrozenChange } from '../../../application/ports/repository.js';
import type { AnalysisInput } from '../analyzer.js';
import { changedText } from '../agent-faults/source-change.js';

const taking = /\b(remov|drop|delet|renam|replac|retir|discontinu|no longer)/i;
const history =
  /(^|\/)(changelog|changes|history|news|release[-_]?notes|migrat|upgrad)[^/]*$|(^|\/)(\.changeset|changes|changelog\.d|newsfragments)\//i;

/** Whether the author says that these names go: in the message of a commit, or in the change log that comes with it. */
export function isAnnounced({ packet, files }: AnalysisInput, names: readonly string[]): boolean {
  const said = packet.frozen.change.commits
    .flatMap(({ message }) => message.split('\n'))
    .filter((line) => taking.test(line));
  const written = files.filter(({ path }) => history.test(path)).map((file) => changedText(file, 'head'));
  const text = [...said, ...written.filter((each) => taking.test(each))].join('\n');
  return names.every((name) => hasWord(text, name.split('.').at(-1) ?? name));
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(^|[^\\w$])${word.replaceAll('$', '\\$')}($|[^\\w$])`).test(text);
}

/** Whether a Python package says of itself that it has no stable version yet. */
export async function isUnstablePython(frozen: FrozenChange, path: string): Promise<boolean> {
  const folder = posix.dirname(path);
  const places = [
    'pyproject.toml',
    'setup.cfg',
    'setup.py',
    ...['__init__', '__version__', '_version', 'version', '__about__'].map((name) => `${folder}/${name}.py`),
  ];
  const texts = await Promise.all(places.map((place) => frozen.readFile('base', place)));
  const version = /^\s*(?:__)?version(?:__)?\s*=\s*["'](\d+)\./m;
  const majors = texts.flatMap((bytes) => version.exec(new TextDecoder().decode(bytes))?.[1] ?? []);
  return majors.length > 0 && majors.every((major) => major === '0');
}
