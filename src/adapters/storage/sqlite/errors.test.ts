import { describe, expect, it } from 'vitest';
import { translate } from './errors.js';

const said = (message: string, over: object) => translate(Object.assign(new Error(message), over), '/store.db');

describe('an error of SQLite', () => {
  it.each([
    ['no room for the index beside the log', 'full', 'disk I/O error', 'SQLITE_IOERR_SHMSIZE', 4874],
    ['no room in the file', 'full', 'database or disk is full', 'SQLITE_FULL', 13],
    ['a file that was cut', 'corrupt', 'disk I/O error', 'SQLITE_IOERR_SHORT_READ', 522],
    ['a disk that does not answer', 'unreachable', 'disk I/O error', 'SQLITE_IOERR_READ', 266],
    ['a table that was taken out', 'corrupt', 'no such table: events', 'SQLITE_ERROR', 1],
  ])('%s: %s, whichever driver says so', (_name, kind, message, code, errcode) => {
    expect(said(message, { code })).toMatchObject({ kind });
    expect(said(message, { code: 'ERR_SQLITE_ERROR', errcode })).toMatchObject({ kind });
  });
});
