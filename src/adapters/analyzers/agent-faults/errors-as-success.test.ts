import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (path: string, head: string) =>
  (await faultsFound(agentFaultAnalyzers, { base: {}, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('errors/'),
  );

describe('errors/swallowed: a failure told as success', () => {
  it.each([
    [
      'src/a.js',
      'async function saveOrder(o) {\n  try {\n    await db.put(o);\n  } catch (error) {\n    return true;\n  }\n  return true;\n}\n',
      'important src/a.js:4',
    ],
    [
      'src/a.js',
      'async function saveOrder(o){ try { await db.put(o) } catch (error) { return true } return true }\n',
      'important src/a.js:1',
    ],
    [
      'src/a.ts',
      "export const send = async (mail: Mail): Promise<string> => {\n  try {\n    await post(mail);\n    return 'ok';\n  } catch {\n    return 'ok';\n  }\n};\n",
      'important src/a.ts:5',
    ],
    [
      'src/a.ts',
      'async function pay(order: Order) {\n  if (order.total === 0) return { ok: false };\n  try {\n    await charge(order);\n    return { ok: true };\n  } catch (error) {\n    return {ok: true};\n  }\n}\n',
      'important src/a.ts:6',
    ],
    [
      'src/a.ts',
      'function isValid(text: string) {\n  try {\n    JSON.parse(text);\n    return true;\n  } catch {\n    return true;\n  }\n}\n',
      'important src/a.ts:5',
    ],
    [
      'src/a.ts',
      'function drop(path: string) {\n  try {\n    unlinkSync(path);\n    return true;\n  } catch {\n    return true;\n  }\n}\n',
      'minor src/a.ts:5',
    ],
    [
      'src/a.ts',
      'const save = (o: Order) => {\n  return db.put(o).then(() => true).catch(() => true);\n};\n',
      'important src/a.ts:2',
    ],
    [
      'src/a.ts',
      'export async function POST(request: Request) {\n  try {\n    await save(await request.json());\n    return Response.json({ ok: true });\n  } catch {\n    return Response.json({ ok: true });\n  }\n}\n',
      'important src/a.ts:5',
    ],
    [
      'src/a.js',
      'async function post(req, res) {\n  try {\n    await save(req.body);\n  } catch (error) {\n    return res.status(200).json({});\n  }\n  return res.status(200).json({});\n}\n',
      'important src/a.js:4',
    ],
    [
      'a.py',
      'def post(order):\n    try:\n        store(order)\n    except Exception:\n        return jsonify(success=True)\n    return jsonify(success=True)\n',
      'important a.py:4',
    ],
    [
      'a.py',
      'def pay(order):\n    try:\n        charge(order)\n    except Exception:\n        return True\n    return True\n',
      'important a.py:4',
    ],
    [
      'a.py',
      'def pay(order):\n    try:\n        charge(order)\n    except Exception as e:\n        return {"ok": True}\n    else:\n        return {"ok": True}\n',
      'important a.py:4',
    ],
    [
      'a.py',
      'def pay(order):\n    try:\n        charge(order)\n        return False\n    except:\n        return False\n',
      'important a.py:5',
    ],
    [
      'a.go',
      'package a\n\nfunc Pay(o Order) bool {\n\tif err := charge(o); err != nil {\n\t\treturn true\n\t}\n\treturn true\n}\n',
      'important a.go:4',
    ],
    [
      'a.go',
      'package a\n\nfunc Pay(o Order) (bool, error) {\n\tchargeErr := charge(o)\n\tif chargeErr != nil {\n\t\treturn true, nil\n\t}\n\treturn true, nil\n}\n',
      'important a.go:5',
    ],
    [
      'a.go',
      'package a\n\nfunc Pay(o Order) Result {\n\terr := charge(o)\n\tif err != nil {\n\t\treturn Result{OK: true}\n\t}\n\treturn Result{OK: true}\n}\n',
      'important a.go:5',
    ],
    [
      'a.go',
      'package a\n\nfunc Save(o Order) error {\n\terr := put(o)\n\tif err != nil {\n\t\treturn nil\n\t}\n\treturn nil\n}\n',
      'important a.go:5',
    ],
  ])('%s %j', async (path, head, hit) => {
    expect(await found(path, head)).toEqual([`errors/swallowed ${hit}`]);
  });

  it.each([
    [
      'a failure told',
      'src/a.ts',
      'async function save(o) {\n  try {\n    await db.put(o);\n    return true;\n  } catch (error) {\n    log.error(error);\n    return true;\n  }\n}\n',
    ],
    [
      'a check that fails closed',
      'src/a.ts',
      'async function blocked(ip) {\n  try {\n    if (!(await list.has(ip))) return false;\n  } catch {\n    return true;\n  }\n  return true;\n}\n',
    ],
    [
      'an answer of its own',
      'src/a.ts',
      "function kind(a) {\n  try {\n    return measure(a);\n  } catch {\n    return 'unknown';\n  }\n}\n",
    ],
    [
      'a value that was there before',
      'src/a.ts',
      'async function all() {\n  let rows = cache;\n  try {\n    rows = await db.all();\n  } catch {\n    return rows;\n  }\n  return rows;\n}\n',
    ],
    [
      'a callback inside',
      'src/a.ts',
      "async function all(db) {\n  try {\n    return await db.all((row) => {\n      return 'x';\n    });\n  } catch {\n    return 'x';\n  }\n}\n",
    ],
    [
      'a comment that says why',
      'src/a.ts',
      'async function save(o) {\n  try {\n    await db.put(o);\n  } catch {\n    // The next sync brings it again.\n    return true;\n  }\n  return true;\n}\n',
    ],
    [
      'what goes on either way',
      'src/a.js',
      'async function optional(req, res, next) {\n  try {\n    req.user = await userOf(req);\n  } catch {\n    return next();\n  }\n  return next();\n}\n',
    ],
    [
      'an expected kind',
      'a.py',
      'def forget(path):\n    try:\n        os.remove(path)\n    except FileNotFoundError:\n        return True\n    return True\n',
    ],
    [
      'an answer that differs',
      'a.go',
      'package a\n\nfunc Has(o Order) bool {\n\tx, err := get(o)\n\tif err != nil {\n\t\treturn false\n\t}\n\tif x == nil {\n\t\treturn false\n\t}\n\treturn x.Valid()\n}\n',
    ],
    [
      'a rejection with its own answer',
      'src/a.ts',
      'const save = (o: Order) => db.put(o).then(() => true).catch(() => false);\n',
    ],
  ])('is silent on %s', async (_, path, head) => {
    expect(await found(path, head)).toEqual([]);
  });
});
