import type { ReceiptFor, ReceiptResult } from '../../../application/ports/receipts.js';
import { statement, type Statement } from '../sqlite/connection.js';

const columns = 'id, verb, handed_in_at, settled_at, stream, outcome, code, message';

export const selectReceipt = (id: string): Statement => statement(`select ${columns} from receipts where id = ?`, id);

export const selectReceipts = (limit: number): Statement =>
  statement(`select ${columns} from receipts order by settled_at desc, id desc limit ?`, limit);

/** What the entry led to; a refusal is told apart by its event, and gets its words when the use case has ended. */
export const insertReceipt = (
  { id, verb, at }: ReceiptFor,
  written: { readonly stream: string | null; readonly result: ReceiptResult; readonly now: number },
): Statement => {
  const { result, stream, now } = written;
  const { code, message } = result.outcome === 'recorded' ? { code: null, message: null } : result;
  return statement(
    `insert into receipts (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    ...[id, verb, at, now, stream, result.outcome, code, message],
  );
};

export const updateReceipt = (id: string, result: ReceiptResult): Statement => {
  const { code, message } = result.outcome === 'recorded' ? { code: null, message: null } : result;
  return statement(
    'update receipts set outcome = ?, code = ?, message = ? where id = ?',
    result.outcome,
    code,
    message,
    id,
  );
};
