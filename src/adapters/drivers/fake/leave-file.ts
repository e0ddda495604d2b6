import { writeFileSync } from 'node:fs';

/** Writes a file where a reviewer must not, if it can. */
export function leaveFile(file: string): void {
  try {
    writeFileSync(file, 'I was here.\n');
  } catch (error) {
    // What stops it is what is being tried.
    process.stderr.write(`${String(error)}\n`);
  }
}
