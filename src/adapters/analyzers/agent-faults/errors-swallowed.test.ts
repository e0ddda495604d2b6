import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (path: string, head: string, base = '') =>
  (await faultsFound(agentFaultAnalyzers, { base: { [path]: base }, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('errors/'),
  );

describe('errors/swallowed', () => {
  it.each([
    ['src/a.ts', 'try {\n  await save(order);\n} catch (e) {\n}\n', 'important src/a.ts:3'],
    ['src/a.ts', 'send(order).catch(() => {});\n', 'important src/a.ts:1'],
    ['src/a.js', 'try { fs.unlinkSync(p); } catch {}\n', 'minor src/a.js:1'],
    ['site/index.tsx', 'fetch(url).then(show).catch(() => {});\n', 'minor site/index.tsx:1'],
    ['src/a.ts', 'await work.finally(stop).catch(() => {});\n', 'important src/a.ts:1'],
    ['a.py', 'try:\n    save(order)\nexcept Exception:\n    pass\n', 'important a.py:3'],
    ['a.py', 'try:\n    save(order)\nexcept:\n    pass\n', 'important a.py:3'],
    ['a.py', 'with contextlib.suppress(Exception):\n    save(order)\n', 'important a.py:1'],
    ['a.go', 'package a\n\nfunc f() {\n\terr := g()\n\t_ = err\n}\n', 'important a.go:5'],
    ['a.go', 'package a\n\nfunc f() {\n\tif err != nil {\n\t}\n}\n', 'important a.go:4'],
    ['ci.sh', 'set -e\nnpm test || true\n', 'important ci.sh:2'],
  ])('%s %j', async (path, head, hit) => {
    expect(await found(path, head)).toEqual([`errors/swallowed ${hit}`]);
  });

  it.each([
    ['src/a.ts', 'try {\n  await save(order);\n} catch {\n  // the order is saved again at shutdown\n}\n'],
    ['src/a.ts', 'try {\n  await save(order);\n} catch (error) {\n  log.warn(error);\n}\n'],
    ['src/a.ts', '// Failing to warm the cache only costs time.\nwarm().catch(() => {});\n'],
    ['src/a.ts', 'send(order).catch((error) => report(error));\n'],
    ['src/a.ts', 'void body.finally(() => {\n  clearTimeout(id);\n}).catch(() => undefined);\n'],
    ['src/a.test.ts', 'try {\n  await save(order);\n} catch {}\n'],
    ['a.py', 'try:\n    os.remove(path)\nexcept FileNotFoundError:\n    pass\n'],
    ['a.py', 'try:\n    x = d[k]\nexcept (KeyError, IndexError):\n    pass\n'],
    ['a.py', 'with suppress(FileNotFoundError):\n    os.remove(path)\n'],
    ['a.go', 'package a\n\nfunc f() {\n\t_ = w.Close()\n\tx, _ := g()\n\t_ = x\n}\n'],
    ['a.sh', 'grep -q x file || true\nrm -f "$tmp" 2>/dev/null || true\n'],
  ])('silent: %s %j', async (path, head) => {
    expect(await found(path, head)).toEqual([]);
  });

  it('is silent on what the base had already', async () => {
    const base = 'try {\n  await save(order);\n} catch (e) {}\n';
    expect(await found('src/a.ts', `const a = 1;\n${base}`, base)).toEqual([]);
  });
});
