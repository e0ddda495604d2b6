import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Side } from '../../../domain/model/finding.js';
import type { AnalyzedFile, Materialised } from '../analyzer.js';
import { blunt } from '../blunt.js';
import { isProgram } from '../language.js';

/** Each holds a file open, and a process may have few: 256 on some systems. */
const writersAtOnce = 16;

/** Writes the programs among `files` below a new temporary directory; `remove` it when the tools are done. */
export async function materialise(
  files: readonly AnalyzedFile[],
): Promise<Materialised & { readonly remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-'));
  const names = new Map(files.map((file, index): [AnalyzedFile, string] => [file, nameOf(file, index)]));
  const place = (side: Side, file: AnalyzedFile): string | undefined => {
    const name = names.get(file);
    return name === undefined || file[side] === undefined || !isProgram(file.language)
      ? undefined
      : join(directory, side, name);
  };
  const texts = files.flatMap((file) =>
    (['head', 'base'] as const).flatMap((side) => {
      const target = place(side, file);
      const source = file[side];
      return target === undefined || source === undefined ? [] : [{ target, source }];
    }),
  );
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    await Promise.all([mkdir(join(directory, 'head')), mkdir(join(directory, 'base'))]);
    const remaining = texts.values();
    const writer = async (): Promise<void> => {
      for (const { target, source } of remaining) await writeFile(target, blunt(source.text));
    };
    await Promise.all(Array.from({ length: writersAtOnce }, writer));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    directory,
    place,
    find: (printed) => {
      const match = /(?:^|[\\/])(head|base)[\\/](\d+)\.[^\\/]*$/.exec(printed);
      const file = match === null ? undefined : files[Number(match[2])];
      return file === undefined ? undefined : { side: match?.[1] === 'base' ? 'base' : 'head', file };
    },
    remove,
  };
}

/** A number, and the extensions that tools decide by (`.d.ts`, `.test.tsx`) where they are harmless. */
function nameOf({ path, language }: AnalyzedFile, index: number): string {
  const suffix = /(\.d|\.test|\.spec|\.stories|\.config)?(\.[a-z]{1,4})$/i.exec(path)?.[0];
  return `${index}${suffix ?? (language === 'javascript' ? '.js' : language === 'typescript' ? '.ts' : '.txt')}`;
}
