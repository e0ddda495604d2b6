import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GateLog } from '../../application/ports/gate-agents.js';
import { syncDirectory } from '../durable-file/sync-directory.js';

/**
 * The review log of one task, one JSON record a line (GATE, review log): appended, never rewritten, and on disk when it returns. The journal
 * decides; what cannot be written here is a warning and no more.
 */
export function reviewLog(file: string): GateLog {
  return {
    append: async (record) => {
      try {
        await mkdir(dirname(file), { recursive: true });
        // A link would lead the record, and its fsync, to somebody else's file.
        const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
        const handle = await open(file, flags, 0o600);
        try {
          const { size } = await handle.stat();
          await handle.writeFile(`${JSON.stringify(record)}\n`);
          await handle.sync();
          if (size === 0) await syncDirectory(dirname(file));
        } finally {
          await handle.close();
        }
        return undefined;
      } catch (error) {
        return `the review log was not written: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}
