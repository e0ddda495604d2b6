import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBlobs } from './file-blobs.js';

let directory: string;
let blobs: FileBlobs;
const bytes = new TextEncoder().encode('abc');
const folder = 'ba';
const name = '7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'countersign-blobs-'));
  blobs = new FileBlobs(directory);
});

afterEach(() => rm(directory, { recursive: true, force: true }));

describe('blobs in files', () => {
  it('stores the same bytes once, whoever puts them at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => blobs.put(bytes)));
    expect(await readdir(join(directory, folder))).toEqual([name]);
  });

  it('does not give bytes that do not match their digest', async () => {
    const digest = await blobs.put(bytes);
    await chmod(join(directory, folder, name), 0o644);
    await writeFile(join(directory, folder, name), 'abd');
    await expect(blobs.get(digest)).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'corrupt' });
  });

  it('mends a damaged file when the bytes are put again', async () => {
    const digest = await blobs.put(bytes);
    await chmod(join(directory, folder, name), 0o644);
    await writeFile(join(directory, folder, name), '');
    await blobs.put(bytes);
    expect(await blobs.get(digest)).toHaveLength(3);
  });
});
