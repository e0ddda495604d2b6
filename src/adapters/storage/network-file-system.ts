import { readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './blobs/file-blobs.js';

/** Types as Linux names them. Locks or shared memory of these do not hold between machines, or not at all. */
const networked: ReadonlySet<string> = new Set([
  ...[
    '9p',
    'afs',
    'beegfs',
    'ceph',
    'cifs',
    'gfs2',
    'glusterfs',
    'lustre',
    'ncpfs',
    'nfs',
    'nfs4',
    'ocfs2',
    'smb3',
    'smbfs',
  ],
  ...['davfs', 'gcsfuse', 'glusterfs', 'rclone', 's3fs', 'smbnetfs', 'sshfs'].map((name) => `fuse.${name}`),
]);

/**
 * Type of the network file system that `directory` is on or would be made on; undefined when it is local, or where the
 * system does not tell (only Linux does).
 */
export async function networkFileSystem(directory: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  const type = fileSystemType(mounts, await nearestExisting(directory));
  return type !== undefined && networked.has(type) ? type : undefined;
}

/** Type of the file system that holds the absolute `path`, by the text of `/proc/self/mountinfo` (proc(5)). */
export function fileSystemType(mountinfo: string, path: string): string | undefined {
  let longest = '';
  let type: string | undefined;
  for (const line of mountinfo.split('\n')) {
    const [before, after] = line.split(' - ');
    const point = unescapeOctal(before?.split(' ')[4] ?? '');
    // Of two mounts on one point the later covers the earlier.
    if (after === undefined || !holds(point, path) || point.length < longest.length) continue;
    longest = point;
    type = after.split(' ')[0];
  }
  return type;
}

function holds(point: string, path: string): boolean {
  return point === '/' || path === point || path.startsWith(`${point}/`);
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

async function nearestExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    return nearestExisting(dirname(path));
  }
}
