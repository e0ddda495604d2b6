import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FileSpool } from '../../src/adapters/spool/file-spool.js';
import { MemorySpool } from '../../src/adapters/spool/memory-spool.js';
import { lineOf } from '../../src/domain/spool/line.js';
import { sealed } from '../kit/spool.js';
import { spoolContract } from './spool.js';

spoolContract('memory', () => {
  const spool = new MemorySpool();
  return Promise.resolve({ spool, other: spool, small: new MemorySpool({ limit: 1 }) });
});

spoolContract('files', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'countersign-spool-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const places = [join(parent, 'spool')];
  const limitBytes = 1.5 * Buffer.byteLength(lineOf(sealed()));
  return {
    spool: new FileSpool({ places }),
    other: new FileSpool({ places }),
    small: new FileSpool({ places: [join(parent, 'small')], limitBytes }),
  };
});
