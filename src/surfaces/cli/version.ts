import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Version of the installed package. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('#package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    if (typeof manifest.version === 'string') return manifest.version;
  }
  throw new Error('package.json of countersign has no version');
}
