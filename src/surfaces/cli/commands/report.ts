import type { ReviewDocument } from '../../../application/queries/document.js';
import { refuse, type Refusal } from '../../../domain/model/refusal.js';
import { type Call, type Context, type Format, formats } from '../context.js';
import { exitCode } from '../exit-code.js';
import { flag, text } from '../options.js';
import type { Detail } from '../report/evidence.js';
import { printableJson } from '../text/printable.js';

/** The format asked for; `--json` is short for `--format json` and contradicts any other. */
export function formatOf(call: Call, context: Context): Format | Refusal {
  const named = text(call.options, 'format');
  const format = formats.find((candidate) => candidate === named);
  if (!context.json) return format ?? 'text';
  if (flag(call.options, 'json') && format !== undefined && format !== 'json') {
    return refuse('usage', `--json and --format ${format} contradict each other`, 'Give one of them.');
  }
  return 'json';
}

/** Prints a review in one of the formats; the code for the others is not loaded. Only text is ever brief. */
export async function printReport(
  document: ReviewDocument,
  format: Format,
  context: Context,
  detail: Detail,
): Promise<void> {
  switch (format) {
    case 'text': {
      const { textReport } = await import('../report/text-report.js');
      return context.print(textReport(document, context.terminal, detail));
    }
    case 'json':
      return context.print(printableJson(document, 2));
    case 'sarif': {
      const [{ sarifLog }, { version }] = await Promise.all([import('../formats/sarif.js'), import('../version.js')]);
      const rules = (await context.io.rules?.()) ?? [];
      const tool = { version: version(), exitCode: exitCode(document) };
      return context.print(printableJson(sarifLog(document, rules, tool), 2));
    }
    case 'markdown': {
      const { markdownReport } = await import('../formats/markdown.js');
      return context.print(markdownReport(document));
    }
    case 'github': {
      const { githubCommands } = await import('../formats/github.js');
      return context.print(githubCommands(document));
    }
  }
}
