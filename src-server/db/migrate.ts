import { Umzug, type UmzugStorage } from 'umzug'
import type { Migration } from './migrations/migration.ts'
import type { Statements } from './statements.ts'

const TABLE = `CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied TEXT NOT NULL) WITHOUT ROWID`

/** Names of the migrations that a file holds, in order; none when it is new. */
export async function appliedMigrations(connection: Statements): Promise<string[]> {
  const known = await connection.first(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`)
  if (!known) return []
  const rows = await connection.all<{ name: string }>(`SELECT name FROM migrations ORDER BY name`)
  return rows.map((row) => row.name)
}

/**
 * Applies what is pending, each step in a transaction of its own together with the note that it ran, so that a crash
 * leaves the file at a whole step.
 */
export async function migrate(
  connection: Statements,
  migrations: readonly Migration[],
  now: string,
): Promise<string[]> {
  await connection.exec(TABLE)
  const storage: UmzugStorage = {
    executed: () => appliedMigrations(connection),
    // INVARIANT: the note is written inside the step's own transaction, in `up` below.
    logMigration: async () => {},
    unlogMigration: async () => {},
  }
  const umzug = new Umzug({
    migrations: migrations.map((migration) => ({
      name: migration.name,
      up: () => applyStep(connection, migration, now),
    })),
    storage,
    logger: undefined,
  })
  return (await umzug.up()).map((step) => step.name)
}

async function applyStep(connection: Statements, migration: Migration, now: string): Promise<void> {
  await connection.exec('BEGIN IMMEDIATE')
  try {
    for (const sql of migration.statements) await connection.exec(sql)
    await connection.run(`INSERT INTO migrations (name, applied) VALUES (?, ?)`, [migration.name, now])
    await connection.exec('COMMIT')
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => {})
    throw error
  }
}
