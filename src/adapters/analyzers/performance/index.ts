import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { isScript } from '../language.js';
import { newHits } from '../new-hits.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { descendants, lineOf, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';
import { isSwitchedOff } from '../lint/switched-off.js';

const awaitInLoop = 'performance/await-in-loop';
const blockingCall = 'performance/blocking-call';

/** Waiting one by one, and calls that stop every other request of the process. Programs that serve nobody are left alone. */
export const performance: Analyzer = {
  name: 'performance',
  role: 'optimizer',
  compares: 'itself',
  rules: [awaitInLoop, blockingCall],
  applies: ({ files }) => files.some(isServing),
  analyze,
};

function isServing({ language, isTest, path, head }: AnalyzedFile): boolean {
  const tool =
    /(^|\/)(scripts?|bin|cli|tools?|migrations?|seeds?|examples?|bench(marks?)?|build|docs)\/|\.config\.[cm]?[jt]s$/;
  return isScript(language) && !isTest && head !== undefined && !tool.test(path) && !head.text.startsWith('#!');
}

async function analyze({ files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const mine = files.filter(isServing);
  const hits: Hit[] = [];
  const failed: { path: string; reason: string }[] = [];
  for (const file of mine) {
    signal.throwIfAborted();
    for (const side of ['head', 'base'] as const) {
      const text = file[side]?.text;
      if (text === undefined || !/\basync\b/.test(text)) continue;
      const tree = await parseSource(file.language, text);
      if (!isTree(tree)) failed.push({ path: file.path, reason: tree.unparsed });
      else hits.push(...scan(tree).map((spot): Hit => ({ ...spot, severity: 'minor', file: file.path, side })));
    }
  }
  const lasting = newHits(hits, mine).filter((hit) => !isSwitchedOff(hit, mine));
  return { hits: foldMinor(lasting), read: mine.map(({ path }) => path), failed, notChecked: [] };
}

type Spot = Pick<Hit, 'rule' | 'line' | 'message'>;

function scan(tree: SyntaxTree): readonly Spot[] {
  const loops = tree.all('for_in_statement').filter(isIndependent);
  const calls = tree.all('call_expression').filter(isBlocking);
  return [
    ...loops.map((loop) => ({
      rule: awaitInLoop,
      line: lineOf(loop),
      message:
        'Each turn of the loop waits for the one before, although none needs its result. Start them together and await `Promise.all`, or say in a comment why they must go one by one.',
    })),
    ...calls.map((call) => ({
      rule: blockingCall,
      line: lineOf(call),
      message: `\`${call.field('function')?.text() ?? ''}\` stops the whole process until it is done, inside an async function. Use the asynchronous call and await it.`,
    })),
  ];
}

/** A `for … of` whose turns only await something about their own item: no exit, no result carried to the next turn. */
function isIndependent(loop: SyntaxNode): boolean {
  const body = loop.field('body');
  const item = loop.field('left');
  if (body === null || item === null || /^for\s+await\b/.test(loop.text()) || loop.field('operator')?.text() === 'in') {
    return false;
  }
  const awaits = descendants(body, 'await_expression').filter(
    (node) => innermostLoopOrFunction(node)?.id() === loop.id(),
  );
  if (awaits.length !== 1) return false;
  if (
    descendants(body, 'break_statement', 'return_statement', 'throw_statement', 'yield_expression', 'comment').length >
    0
  ) {
    return false;
  }
  if (descendants(body, 'augmented_assignment_expression', 'assignment_expression', 'try_statement').length > 0)
    return false;
  const names = new Set(
    descendants(item, 'identifier', 'shorthand_property_identifier_pattern').map((node) => node.text()),
  );
  const [awaited] = awaits;
  if (awaited === undefined || isHandler(awaited, names)) return false;
  return descendants(awaited, 'identifier').some((node) => names.has(node.text()));
}

/** `await hook(context)`: handlers of one thing are called in the order in which they were registered, and see what the last did. */
function isHandler(awaited: SyntaxNode, items: ReadonlySet<string>): boolean {
  const call = awaited.children().find((child) => child.kind() === 'call_expression');
  return call !== undefined && items.has(call.field('function')?.text() ?? '');
}

function innermostLoopOrFunction(node: SyntaxNode): SyntaxNode | undefined {
  return node
    .ancestors()
    .find((each) =>
      /^(for_in_statement|for_statement|while_statement|do_statement)$|function|method_definition/.test(
        String(each.kind()),
      ),
    );
}

const blocking =
  /^(?:\w+\.)?(readFileSync|writeFileSync|appendFileSync|readdirSync|copyFileSync|execSync|execFileSync|spawnSync|pbkdf2Sync|scryptSync|gzipSync|brotliCompressSync)$/;

function isBlocking(call: SyntaxNode): boolean {
  if (!blocking.test(call.field('function')?.text() ?? '')) return false;
  const owner = call.ancestors().find((each) => /function|method_definition/.test(String(each.kind())));
  return (
    owner !== undefined &&
    /^(export\s+|default\s+|static\s+|public\s+|private\s+|protected\s+|override\s+)*async\b/.test(owner.text())
  );
}
