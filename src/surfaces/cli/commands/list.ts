import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { flag } from '../options.js';
import { listText, reviewObject, rowsOf } from './list-rows.js';

export const execute: Execute = async (call, context) => {
  if (flag(call.options, 'watch')) return (await import('./list-watch.js')).watch(call, context);
  const rows = await rowsOf(call, context);
  if (isRefusal(rows)) return rows;
  if (context.json) await context.printJson('countersign/list@1', { reviews: rows.map(reviewObject) });
  else await context.print(await listText(rows, call, context));
  return 0;
};
