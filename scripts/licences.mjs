import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a module belongs to, wherever npm nested it. */
const packageOf = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** What those who wrote the bundled packages ask to be handed on: name, version and licence of each, with its text. */
export function licencesOf(modules) {
  const folders = new Set(modules.flatMap((module) => packageOf.exec(module)?.[0] ?? []));
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const written = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}, ${license}`, ...written, ''].join('\n\n');
}
