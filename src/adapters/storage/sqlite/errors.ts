import { StoreUnavailable } from '../../../application/ports/store.js';

type ResultCode = 'BUSY' | 'LOCKED' | 'READONLY' | 'IOERR' | 'CORRUPT' | 'FULL' | 'CANTOPEN' | 'NOTADB';

/** https://www.sqlite.org/rescode.html, primary result codes. */
const byNumber: ReadonlyMap<number, ResultCode> = new Map([
  [5, 'BUSY'],
  [6, 'LOCKED'],
  [8, 'READONLY'],
  [10, 'IOERR'],
  [11, 'CORRUPT'],
  [13, 'FULL'],
  [14, 'CANTOPEN'],
  [26, 'NOTADB'],
]);

/** Reading past the end of the file: the file was cut. */
const IOERR_SHORT_READ = 522;

/** The index beside the log could not be made as large as it has to be: whoever opens the store first makes it. */
const IOERR_SHMSIZE = 4874;

const bySystemCode: ReadonlyMap<string, StoreUnavailable['kind']> = new Map([
  ['EACCES', 'read_only'],
  ['EPERM', 'read_only'],
  ['EROFS', 'read_only'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['ENOTDIR', 'unreachable'],
  ['EISDIR', 'unreachable'],
  ['ELOOP', 'unreachable'],
  ['ENAMETOOLONG', 'unreachable'],
  ['EIO', 'unreachable'],
]);

const remedies: Readonly<Record<StoreUnavailable['kind'], string>> = {
  locked: 'Another process keeps the store busy: try again, or find and stop it.',
  corrupt: 'Keep a copy of the damaged file and put the newest backup in its place, as docs/operations.md says.',
  read_only: 'Make the directory and the files in it writable for this user, or set COUNTERSIGN_HOME to one that is.',
  full: 'Free space on the disk that holds the store, then repeat the command: nothing was half-written.',
  newer_schema: 'Update countersign to the version that wrote the store, or restore a backup made before it.',
  unreachable: 'Check that the directory exists and can be opened, or set COUNTERSIGN_HOME to another one.',
};

const whatHappened: Readonly<Record<StoreUnavailable['kind'], string>> = {
  locked: 'is locked by another process',
  corrupt: 'is damaged',
  read_only: 'cannot be written',
  full: 'cannot grow: the disk is full',
  newer_schema: 'was written by a newer version',
  unreachable: 'cannot be opened',
};

/** A `StoreUnavailable` about `path`, with the remedy of its kind. */
export function unavailable(kind: StoreUnavailable['kind'], path: string, cause?: unknown, detail?: string) {
  const reason = detail ?? (cause instanceof Error ? cause.message : undefined);
  const message = `The store ${path} ${whatHappened[kind]}${reason === undefined ? '' : ` (${reason})`}.`;
  return new StoreUnavailable(kind, message, remedies[kind], cause);
}

/** The error of a driver or of the file system as the port names it; anything else is returned as it is. */
export function translate(error: unknown, path: string): unknown {
  if (error instanceof StoreUnavailable) return error;
  const kind = kindOf(error);
  return kind === undefined ? error : unavailable(kind, path, error);
}

/** True when somebody else holds a lock that is going to be released. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === 'BUSY' || code === 'LOCKED';
}

/** True when SQLite would have to make a file beside the database, and may not. */
export function needsFileBeside(error: unknown): boolean {
  const code = resultCode(error);
  return code === 'CANTOPEN' || code === 'READONLY';
}

/** True when the disk has no room for the index that a reader of a store in WAL mode makes beside it. */
export function hasNoRoomForIndex(error: unknown): boolean {
  return resultCode(error) === 'FULL' || isWithoutRoomForIndex(error);
}

function kindOf(error: unknown): StoreUnavailable['kind'] | undefined {
  switch (resultCode(error)) {
    case 'BUSY':
    case 'LOCKED':
      return 'locked';
    case 'READONLY':
      return 'read_only';
    case 'CORRUPT':
    case 'NOTADB':
      return 'corrupt';
    case 'FULL':
      return 'full';
    case 'CANTOPEN':
      return 'unreachable';
    case 'IOERR':
      if (isShortRead(error)) return 'corrupt';
      return isWithoutRoomForIndex(error) ? 'full' : 'unreachable';
    case undefined:
      if (isMissingTable(error)) return 'corrupt';
      return bySystemCode.get(stringProperty(error, 'code') ?? '');
  }
}

function resultCode(error: unknown): ResultCode | undefined {
  const number = numberProperty(error, 'errcode');
  if (number !== undefined) return byNumber.get(number & 0xff);
  const name = /^SQLITE_([A-Z]+)/.exec(stringProperty(error, 'code') ?? '')?.[1];
  return [...byNumber.values()].find((code) => code === name);
}

function isShortRead(error: unknown): boolean {
  return (
    numberProperty(error, 'errcode') === IOERR_SHORT_READ || stringProperty(error, 'code') === 'SQLITE_IOERR_SHORT_READ'
  );
}

function isWithoutRoomForIndex(error: unknown): boolean {
  return numberProperty(error, 'errcode') === IOERR_SHMSIZE || stringProperty(error, 'code') === 'SQLITE_IOERR_SHMSIZE';
}

/** The migrations made every table that is asked for: one that is not there was taken out of the file. */
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('no such table: ');
}

function stringProperty(value: unknown, key: string): string | undefined {
  const found = property(value, key);
  return typeof found === 'string' ? found : undefined;
}

function numberProperty(value: unknown, key: string): number | undefined {
  const found = property(value, key);
  return typeof found === 'number' ? found : undefined;
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
