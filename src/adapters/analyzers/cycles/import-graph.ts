import type { FrozenChange } from '../../../application/ports/repository.js';
import type { Side } from '../../../domain/model/finding.js';
import { decode } from '../frame/decode.js';
import { detectLanguage } from '../detect-language.js';
import { pythonImports, resolvePython } from '../imports/python-imports.js';
import { resolveScript } from '../imports/resolve-script.js';
import { scriptImports } from '../imports/script-imports.js';
import { isScript } from '../language.js';
import { isTree, parseSource } from '../syntax/parse.js';

/** An import that runs when the importing file is loaded. */
export interface Edge {
  readonly to: string;
  readonly line: number;
}

/** Files looked at in one search, at most: beyond it the answer is no cycle. */
const maxVisited = 1_500;

/** Imports of one side, read file by file as a search asks for them. */
export class ImportGraph {
  private readonly known = new Map<string, Promise<readonly Edge[]>>();
  private paths: Promise<ReadonlySet<string>> | undefined;
  private readonly frozen: FrozenChange;
  private readonly side: Side;

  constructor(frozen: FrozenChange, side: Side) {
    this.frozen = frozen;
    this.side = side;
  }

  edges(path: string): Promise<readonly Edge[]> {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const read = this.read(path);
    this.known.set(path, read);
    return read;
  }

  /** The shortest way along imports, both ends included; undefined when there is none. */
  async path(from: string, to: string): Promise<readonly string[] | undefined> {
    const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
    const queue = [from];
    for (let next = queue.shift(); next !== undefined && cameFrom.size <= maxVisited; next = queue.shift()) {
      if (next === to) return trail(cameFrom, to);
      for (const edge of await this.edges(next)) {
        if (cameFrom.has(edge.to)) continue;
        cameFrom.set(edge.to, next);
        queue.push(edge.to);
      }
    }
    return undefined;
  }

  private async read(path: string): Promise<readonly Edge[]> {
    const language = detectLanguage(path, '');
    const bytes = await this.frozen.readFile(this.side, path);
    const source = bytes === undefined ? undefined : decode(bytes);
    if (source === undefined || !('text' in source) || (!isScript(language) && language !== 'python')) return [];
    const tree = await parseSource(language, source.text);
    if (!isTree(tree)) return [];
    const all = await this.tree();
    const edges = isScript(language)
      ? scriptImports(tree)
          .filter(({ typeOnly, deferred }) => !typeOnly && !deferred)
          .map(({ specifier, line }) => ({ to: resolveScript(path, specifier, all), line }))
      : pythonImports(tree).flatMap((found) =>
          resolvePython(path, found, all)
            .filter((to) => !to.endsWith('__init__.py'))
            .map((to) => ({ to, line: found.line })),
        );
    return edges.flatMap(({ to, line }) =>
      to === undefined || to === path || to.endsWith('.d.ts') ? [] : [{ to, line }],
    );
  }

  private tree(): Promise<ReadonlySet<string>> {
    this.paths ??= this.frozen.listTree(this.side).then((entries) => new Set(entries.map(({ path }) => path)));
    return this.paths;
  }
}

function trail(cameFrom: ReadonlyMap<string, string | undefined>, to: string): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = to; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
