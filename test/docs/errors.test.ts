import { describe, expect, it } from 'vitest';
import { found, read, sourcesBelow } from './sources.js';

const documented = found([read('docs/errors.md')], /^\| `([a-z_]+)` \|/gmu);

describe('docs/errors.md', () => {
  it('lists exactly the codes that the source refuses with', () => {
    const sources = sourcesBelow('src');
    const refused = [
      ...found(sources, /\b(?:refuse|refusal)\(\s*'([a-z_]+)'/gu),
      ...found(sources, /refused: true,\s*code: '([a-z_]+)'/gu),
    ];
    expect(refused.length).toBeGreaterThan(20);
    expect(documented.filter((code) => !code.startsWith('store_'))).toEqual([...new Set(refused)].sort());
  });

  it('lists each code once', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `([a-z_]+)` \|/gmu)].map(([, code]) => code);
    expect(rows.filter((code, index) => rows.indexOf(code) !== index)).toEqual([]);
  });

  it('lists every way in which a store is unavailable', () => {
    const [kinds = ''] = found(
      [read('src/application/ports/store.ts')],
      /class StoreUnavailable[^;]*;\s*readonly kind: ([^;]*);/gu,
    );
    const codes = found([kinds], /'([a-z_]+)'/gu).map((kind) => `store_${kind}`);
    expect(codes.length).toBeGreaterThan(3);
    expect(documented.filter((code) => code.startsWith('store_'))).toEqual(codes);
  });
});
