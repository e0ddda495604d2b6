import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { field, fieldText, lineOf, parts, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';
import { composedText, type ComposedText } from './composed-text.js';
import { isOfDevelopers } from './developer-path.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const languages = [...scriptLanguages, 'python', 'go'] as const;

const doc: RuleDoc = {
  id: 'security/shell-injection',
  role: 'auditor',
  severity: 'important',
  lesser: 'minor in scripts, tools and settings of builds; silent in tests',
  languages,
  title: 'A command for a shell put together from values',
  why: 'A value that is pasted into the command can end it and begin another: a file name or a branch is enough. Silent where the command is a literal, and on values that stand for literals of the file or say that they are quoted. Python: where the program is a shell by name; `shell=True` is `lint/S602`, `os.system` is `lint/S605`.',
  remedy:
    'Call the program with a list of arguments (`execFile`, `spawn` without `shell`, `subprocess.run`, `exec.Command`).',
  example: 'exec(`git log ${branch}`);',
};

export const securityShellInjection: SideRule = {
  doc,
  languages,
  scan: (side) => {
    if (side.file.isTest || !/\bchild_process\b|\bexeca?\b|shelljs|subprocess/.test(side.source.text)) return [];
    const commandOf = readerOf(side);
    return side.tree.all(side.tree.language === 'python' ? 'call' : 'call_expression').flatMap((call) => {
      const command = commandOf(call);
      return command === undefined ? [] : spot(side, call, command);
    });
  },
};

function readerOf({ tree, source }: ParsedSide): (call: SyntaxNode) => ComposedText | undefined {
  if (tree.language === 'go') return (call) => goCommand(tree, call);
  if (tree.language === 'python') return (call) => pythonCommand(tree, call);
  const names = namesOfShells(source.text);
  return (call) => scriptCommand(tree, call, names);
}

function spot(side: ParsedSide, call: SyntaxNode, { node, pieces }: ComposedText): Spot[] {
  if (pieces.every((piece) => 'literal' in piece || /quote|escape/i.test(piece.value))) return [];
  const inCall = call.range().start.index <= node.range().start.index;
  return [
    {
      line: inCall ? lineOf(call) : lineOf(node),
      severity: isOfDevelopers(side.file.path) ? 'minor' : 'important',
      message:
        'The command is put together from values and read by a shell: a value with `;` or `$(…)` runs as a command of its own. Hand the arguments over as a list (`execFile`, `spawn`, `subprocess.run`, `exec.Command`).',
    },
  ];
}

/** Under which names this file calls `exec`, and the module that has it. */
function namesOfShells(text: string): { readonly exec: RegExp; readonly module: RegExp } {
  const from = String.raw`['"](?:node:)?child_process['"]`;
  const all = (pattern: string): readonly string[] =>
    [...text.matchAll(new RegExp(pattern, 'g'))].flatMap((match) => match[1] ?? []);
  const modules = [
    ...all(String.raw`import\s+(?:\*\s+as\s+)?(\w+)\s+from\s+${from}`),
    ...all(String.raw`\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*${from}`),
  ];
  const aliases = [
    ...all(String.raw`\bexec(?:Sync)?\s*(?:\bas\b|:)\s*(\w+)\s*[,}]`),
    ...all(String.raw`\b(?:const|let|var)\s+(\w+)\s*=\s*(?:\w+\.)?promisify\(\s*(?:\w+\.)?exec\s*\)`),
  ];
  const either = (names: readonly string[]): string => names.map((name) => name.replaceAll('$', '\\$')).join('|');
  return {
    exec: new RegExp(`^(?:exec(?:Sync|Async|Promise|P)?${aliases.length > 0 ? `|${either(aliases)}` : ''})$`),
    module: new RegExp(
      `^(?:cp|child_?process|childProcess|shell|require\\(${from}\\)${modules.length > 0 ? `|${either(modules)}` : ''})$`,
    ),
  };
}

/** `exec` of child_process, by whatever name, and what is handed to a shell by `spawn`; a method of the name is another. */
function scriptCommand(
  tree: SyntaxTree,
  call: SyntaxNode,
  names: ReturnType<typeof namesOfShells>,
): ComposedText | undefined {
  const called = field(call, 'function');
  const list = field(call, 'arguments');
  if (called === null || list?.kind() !== 'arguments') return undefined;
  const method = called.kind() === 'member_expression';
  if (method && !names.module.test(fieldText(called, 'object'))) return undefined;
  const name = method ? fieldText(called, 'property') : called.text();
  const given = parts(list);
  const [first] = given;
  if (first === undefined) return undefined;
  if (method ? /^exec(Sync)?$/.test(name) : names.exec.test(name)) return composedText(tree, first);
  return /^(spawn|execFile)(Sync)?$/.test(name) ? spawned(tree, first, given.slice(1)) : undefined;
}

function spawned(tree: SyntaxTree, program: SyntaxNode, given: readonly SyntaxNode[]): ComposedText | undefined {
  const list = given.find((each) => each.kind() === 'array');
  if (isShell(program.text()) && list !== undefined) return handedOver(tree, parts(list));
  const asksForShell = given.some((each) => /\bshell:\s*(true|['"])/.test(each.text()));
  return asksForShell ? composedText(tree, program) : undefined;
}

/** `exec.Command("sh", "-c", …)`. */
function goCommand(tree: SyntaxTree, call: SyntaxNode): ComposedText | undefined {
  const callee = fieldText(call, 'function');
  if (!/^exec\.Command(Context)?$/.test(callee)) return undefined;
  const given = parts(field(call, 'arguments') ?? call).slice(callee.endsWith('Context') ? 1 : 0);
  return isShell(given[0]?.text() ?? '') ? handedOver(tree, given.slice(1)) : undefined;
}

/** `subprocess.run(["sh", "-c", …])` and `asyncio.create_subprocess_exec("sh", "-c", …)`. */
function pythonCommand(tree: SyntaxTree, call: SyntaxNode): ComposedText | undefined {
  const callee = fieldText(call, 'function');
  const given = parts(field(call, 'arguments') ?? call);
  const oneByOne = /^(asyncio\.)?create_subprocess_exec$/.test(callee);
  if (!oneByOne && !/^(subprocess\.|sp\.)?(run|call|check_call|check_output|Popen)$/.test(callee)) return undefined;
  const list = oneByOne
    ? given
    : given.slice(0, 1).flatMap((each) => (/^(list|tuple)$/.test(String(each.kind())) ? parts(each) : []));
  return isShell(list[0]?.text() ?? '') ? handedOver(tree, list.slice(1)) : undefined;
}

function isShell(text: string): boolean {
  return /^["'`](\/(usr\/)?bin\/)?((ba|z|da)?sh|cmd(\.exe)?|powershell|pwsh)["'`]$/.test(text);
}

/** The text after `-c`. */
function handedOver(tree: SyntaxTree, given: readonly SyntaxNode[]): ComposedText | undefined {
  const at = given.findIndex((each) => /^["'`](-\w*c|\/c|-Command)["'`]$/.test(each.text()));
  const command = given[at + 1];
  return at < 0 || command === undefined ? undefined : composedText(tree, command);
}
