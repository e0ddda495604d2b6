import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { printable } from '../text/printable.js';

export const execute: Execute = async (call, context) => {
  const [file] = call.args;
  if (file === undefined) throw new Error('backup without a file');
  const written = await context.ask((application) => application.backup(context.resolve(file)));
  if (isRefusal(written)) return written;
  if (context.json) await context.printJson('countersign/backup@1', written);
  else
    await context.print(
      `${printable(written.file)} and ${printable(written.file)}.blobs, which belong together: ${written.bytes} bytes written.`,
    );
  return 0;
};
