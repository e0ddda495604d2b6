import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSystemType, networkFileSystem } from './network-file-system.js';

const mountinfo = [
  '22 1 259:1 / / rw,relatime shared:1 - ext4 /dev/root rw',
  '90 22 0:50 / /home rw,relatime shared:50 - nfs4 server:/home rw,vers=4.2',
  '91 90 0:51 / /home/ada/far\\040away rw - fuse.sshfs ada@host:/ rw,user_id=1000',
  '92 22 8:2 / /homestead rw - xfs /dev/sdb rw',
  '93 22 8:3 / /srv rw - nfs old:/srv rw',
  '94 22 8:4 / /srv rw - btrfs /dev/sdc rw',
  '',
].join('\n');

describe('type of the file system', () => {
  it.each([
    ['/var/lib', 'ext4'],
    ['/home', 'nfs4'],
    ['/home/ada/project/.git', 'nfs4'],
    ['/home/ada/far away/project', 'fuse.sshfs'],
    ['/homestead/project', 'xfs'],
    ['/srv/git', 'btrfs'],
  ])('%s is on %s', (path, type) => {
    expect(fileSystemType(mountinfo, path)).toBe(type);
  });

  it('looks at the nearest directory that exists', async () => {
    const directory = join(tmpdir(), 'not', 'there', 'yet');
    expect(await networkFileSystem(directory)).toBe(await networkFileSystem(tmpdir()));
  });
});
