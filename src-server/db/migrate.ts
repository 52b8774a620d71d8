import type { UmzugStorage } from 'umzug'
import type { Migration } from './migrations/migration.ts'
import type { Connection } from './connection.ts'

/** A step that failed; `cause` is what it threw. */
export class StepFailed extends Error {
  readonly step: string

  constructor(step: string, cause: unknown) {
    super(`step ${step} failed`, { cause })
    this.name = 'StepFailed'
    this.step = step
  }
}

/** Progress of long steps. */
export type MigrationProgress = (progress: { step: string; done: number; total: number }) => void

const TABLE = `CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied TEXT NOT NULL) WITHOUT ROWID`

/** Names of the migrations that a file has, in order; empty for a new file. */
export async function appliedMigrations(connection: Connection): Promise<string[]> {
  const known = await connection.first(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`)
  if (!known) return []
  const rows = await connection.all<{ name: string }>(`SELECT name FROM migrations ORDER BY name`)
  return rows.map((row) => row.name)
}

/**
 * Applies pending migrations, each in one transaction together with its record, so that a crash leaves the file between
 * two steps.
 * @throws StepFailed
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  now: string,
  report: MigrationProgress = () => {},
): Promise<string[]> {
  // WHY here: it loads a parser of command lines, and most starts have nothing to migrate.
  const { Umzug, MigrationError } = await import('umzug')
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
      up: () => applyStep(connection, migration, now, report),
    })),
    storage,
    logger: undefined,
  })
  const done = await umzug.up().catch((error: unknown) => {
    throw error instanceof MigrationError ? new StepFailed(error.migration.name, error.cause) : error
  })
  return done.map((step) => step.name)
}

async function applyStep(
  connection: Connection,
  { name, up }: Migration,
  now: string,
  report: MigrationProgress,
): Promise<void> {
  await connection.exec('BEGIN IMMEDIATE')
  try {
    await up({
      now,
      exec: (sql) => connection.exec(sql),
      run: (sql, params) => connection.run(sql, params),
      all: (sql, params) => connection.all(sql, params),
      first: (sql, params) => connection.first(sql, params),
      progress: (done, total) => report({ step: name, done, total }),
    })
    await connection.run(`INSERT INTO migrations (name, applied) VALUES (?, ?)`, [name, now])
    await connection.exec('COMMIT')
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => {})
    throw error
  }
}
