import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * A digest of what a patch does, byte for byte, wherever in its files it does it: every line but those that tell positions and
 * blob ids. `git patch-id` looks past white space, which is meaning in Python, YAML and makefiles.
 */
export async function patchLinesDigest(patchFile: string): Promise<string> {
  const digest = createHash('sha256');
  let rest = '';
  for await (const chunk of createReadStream(patchFile, { encoding: 'latin1' })) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) addLine(digest, line);
  }
  addLine(digest, rest);
  return digest.digest('hex');
}

/** Lines of content begin with a sign or a space, so none is taken for one of these. */
function addLine(digest: Hash, line: string): void {
  if (!line.startsWith('@@ ') && !line.startsWith('index ')) digest.update(line, 'latin1').update('\n');
}
