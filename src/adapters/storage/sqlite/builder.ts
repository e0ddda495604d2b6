import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Tables } from '../schema.js';

/**
 * Kysely as a typed writer of SQL: statements are compiled here and run by `SqliteDatabase`, which knows how to take the
 * write lock. Another database needs another compiler and another way to run, not other statements.
 */
export function sqlBuilder(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
