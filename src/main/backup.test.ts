import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requested, started } from '../../test/contract/sample-events.js';
import { sqliteStoreUnderTest } from '../../test/contract/sqlite-store-under-test.js';
import { record } from '../../test/contract/store.js';
import { notedBackup } from '../adapters/storage/care/manual-backup.js';
import { isRefusal } from '../domain/model/refusal.js';
import { backupTo } from './backup.js';
import { doctor } from './doctor.js';

const now = Date.UTC(2026, 0, 16, 12);

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;
let folder: string;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  await record(context.store, 'A1', [requested(), started()]);
  folder = join(context.directory, '..', 'kept');
  await mkdir(folder);
});

afterEach(() => context.cleanUp());

const backUp = (file: string, at = now) =>
  backupTo({ store: context.store, directory: context.directory, file, now: at });

async function backupCheck() {
  const start = {
    directory: context.directory,
    env: { PATH: process.env['PATH'] },
    token: undefined,
    interactive: false,
    stderr: process.stderr,
  };
  return (await doctor(start, context.directory)).find(({ name }) => name === 'backup');
}

describe('a backup by hand', () => {
  it('into a folder that is not there is refused, naming the folder', async () => {
    const missing = join(folder, 'nowhere');
    const refused = await backUp(join(missing, 'x.db'));
    expect(refused).toMatchObject({ code: 'backup_not_written', message: expect.stringContaining(missing) as string });
    expect(isRefusal(refused) && refused.message).toContain('does not exist');
  });

  it('below a file is refused', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await backUp(join(folder, 'file', 'x.db'))).toMatchObject({ code: 'backup_not_written' });
    expect(await backUp(join(folder, 'file', 'deeper', 'x.db'))).toMatchObject({ code: 'backup_not_written' });
  });

  it('overwrites neither a database nor blobs', async () => {
    await writeFile(join(folder, 'x.db'), 'mine');
    expect(await backUp(join(folder, 'x.db'))).toMatchObject({ code: 'file_exists' });
    await mkdir(join(folder, 'y.db.blobs'));
    expect(await backUp(join(folder, 'y.db'))).toMatchObject({ code: 'file_exists' });
  });

  it('is seen by doctor while it is there', async () => {
    expect(await backupCheck()).toMatchObject({ state: 'warning', detail: 'none yet' });
    const file = join(folder, 'x.db');
    expect(await backUp(file, Date.now())).toMatchObject({ file });
    const seen = await backupCheck();
    expect(seen?.state).toBe('ok');
    expect(seen?.detail).toContain(`by hand: ${file}`);
    await rm(file);
    expect(await backupCheck()).toMatchObject({ state: 'warning', detail: 'none yet' });
  });

  it('that is old is named as old', async () => {
    await backUp(join(folder, 'x.db'));
    const seen = await backupCheck();
    expect(seen?.state).toBe('warning');
    expect(seen?.detail).toContain('of 2026-01-16, by hand');
  });

  it('is made where the store cannot be written beside', async () => {
    await writeFile(join(context.directory, 'backups'), 'a file in the way');
    expect(await backUp(join(folder, 'x.db'))).toMatchObject({ file: join(folder, 'x.db') });
    expect(await context.store.verify()).toMatchObject({ intact: true });
  });

  it('says nothing where its note was written over', async () => {
    await backUp(join(folder, 'x.db'));
    for (const text of ['{', 'null', '{"file":1,"at":"x"}', '{"file":"/x","at":"never"}']) {
      await writeFile(join(context.directory, 'backups', 'by-hand.json'), text);
      expect(await notedBackup(context.directory)).toBeUndefined();
    }
  });
});
