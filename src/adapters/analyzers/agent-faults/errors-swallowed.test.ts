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
    [
      'a.py',
      'def total(order):\n    try:\n        return sum_of(order)\n    except Exception:\n        return 0\n',
      'important a.py:4',
    ],
    [
      'a.py',
      'def rows(db):\n    try:\n        return db.fetch()\n    except:\n        return []\n',
      'important a.py:4',
    ],
    [
      'a.py',
      'def pay(order):\n    try:\n        charge(order)\n        return True\n    except Exception as e:\n        return False\n',
      'minor a.py:5',
    ],
    [
      'src/a.ts',
      'async function orders() {\n  try {\n    return await db.all();\n  } catch {\n    return [];\n  }\n}\n',
      'important src/a.ts:4',
    ],
    [
      'src/a.ts',
      'function size(a) {\n  try {\n    return measure(a);\n  } catch (e) {\n    return null;\n  }\n}\n',
      'minor src/a.ts:4',
    ],
    [
      'a.go',
      'package a\n\nfunc save() error {\n\tif err := put(); err != nil {\n\t\treturn nil\n\t}\n\treturn nil\n}\n',
      'important a.go:4',
    ],
    [
      'a.go',
      'package a\n\nfunc load() (*T, error) {\n\tx, err := get()\n\tif err != nil {\n\t\treturn nil, nil\n\t}\n\treturn x, nil\n}\n',
      'important a.go:5',
    ],
    [
      'src/a.ts',
      'async function f() {\n  try {\n    await save(order);\n  } catch {\n    return;\n  }\n}\n',
      'important src/a.ts:4',
    ],
    [
      'src/a.js',
      'const f = async () => {\n  try { await save(order); } catch (e) { return }\n};\n',
      'important src/a.js:2',
    ],
    [
      'a.py',
      'def f(order):\n    try:\n        save(order)\n    except Exception:\n        return\n',
      'important a.py:4',
    ],
    ['ci.sh', 'set -e\nnpm test || true\n', 'important ci.sh:2'],
  ])('%s %j', async (path, head, hit) => {
    expect(await found(path, head)).toEqual([`errors/swallowed ${hit}`]);
  });

  it.each([
    ['src/a.ts', 'try {\n  await save(order);\n} catch {\n  // the order is saved again at shutdown\n}\n'],
    ['src/a.ts', 'try {\n  await save(order);\n} catch (error) {\n  log.warn(error);\n}\n'],
    [
      'src/a.ts',
      'async function f() {\n  try {\n    await save(order);\n  } catch (error) {\n    log.warn(error);\n    return;\n  }\n}\n',
    ],
    [
      'src/a.ts',
      'async function f() {\n  try {\n    await save(order);\n  } catch {\n    return; // the order is saved again at shutdown\n  }\n}\n',
    ],
    ['a.py', 'def f(path):\n    try:\n        remove(path)\n    except FileNotFoundError:\n        return\n'],
    ['src/a.ts', '// Failing to warm the cache only costs time.\nwarm().catch(() => {});\n'],
    ['src/a.ts', 'send(order).catch((error) => report(error));\n'],
    ['src/a.ts', 'void body.finally(() => {\n  clearTimeout(id);\n}).catch(() => undefined);\n'],
    ['src/a.test.ts', 'try {\n  await save(order);\n} catch {}\n'],
    ['a.py', 'try:\n    os.remove(path)\nexcept FileNotFoundError:\n    pass\n'],
    ['a.py', 'try:\n    x = d[k]\nexcept (KeyError, IndexError):\n    pass\n'],
    ['a.py', 'with suppress(FileNotFoundError):\n    os.remove(path)\n'],
    ['a.py', 'def total(d):\n    try:\n        return d["total"]\n    except KeyError:\n        return 0\n'],
    [
      'a.py',
      'def read(path):\n    try:\n        return open(path).read()\n    except FileNotFoundError:\n        return None\n',
    ],
    [
      'a.py',
      'def total(order):\n    try:\n        return sum_of(order)\n    except Exception:\n        log.exception("no total")\n        return 0\n',
    ],
    ['a.py', 'def is_open(door):\n    try:\n        return door.ask()\n    except Exception:\n        return False\n'],
    [
      'a.py',
      'def total(order):\n    try:\n        return sum_of(order)\n    except Exception:\n        # An order without prices counts as free of charge.\n        return 0\n',
    ],
    [
      'src/a.ts',
      'async function read(p) {\n  try {\n    return await readFile(p);\n  } catch (error) {\n    if (error.code === "ENOENT") return undefined;\n    throw error;\n  }\n}\n',
    ],
    [
      'src/a.ts',
      'function settings(text) {\n  try {\n    return JSON.parse(text);\n  } catch {\n    return undefined;\n  }\n}\n',
    ],
    [
      'a.go',
      'package a\n\nfunc save() error {\n\tif err := put(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n',
    ],
    ['a.go', 'package a\n\nfunc find() *T {\n\tif err := put(); err != nil {\n\t\treturn nil\n\t}\n\treturn t\n}\n'],
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
