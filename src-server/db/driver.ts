/** The slice of the asynchronous SQLite driver that we use; both supported versions have it. */
export interface RawStatement {
  all(params: readonly SqlValue[], done: Done): this
  run(params: readonly SqlValue[], done: RunDone): this
  finalize(done?: (error: Error | null) => void): void
}

/** Values of a statement in the order of its placeholders, or by the names of its placeholders, `$1` included. */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

export type Done = (error: Error | null, rows: unknown[]) => void
export type RunDone = (this: { changes: number }, error: Error | null) => void

/** A copy of a whole database, page by page. */
interface RawBackup {
  /** @param pages -1 for all @param done `completed` is false while another has the file locked */
  step(pages: number, done: (error: Error | null, completed: boolean) => void): void
  finish(done: (error: Error | null) => void): void
}

export interface RawDatabase {
  prepare(sql: string, done: (error: Error | null) => void): RawStatement
  exec(sql: string, done: (error: Error | null) => void): this
  /** Prepares, runs and finalizes one statement. */
  all(sql: string, params: SqlParams, done: Done): this
  run(sql: string, params: SqlParams, done: RunDone): this
  /** Ends the running statement, from another thread, with `SQLITE_INTERRUPT`. */
  interrupt(): void
  close(done: (error: Error | null) => void): void
}

/** As the driver makes them; those of worker threads are without it. */
export interface CopyingDatabase extends RawDatabase {
  /** Makes this database, `to`, as the one in a file, `from`. @param isFileCopy whether it is the other way round */
  backup(file: string, to: 'main', from: 'main', isFileCopy: boolean, done: (error: Error | null) => void): RawBackup
}

export interface Driver {
  OPEN_READWRITE: number
  OPEN_CREATE: number
  OPEN_READONLY: number
  OPEN_URI: number
  Database: new (file: string, mode: number, done: (error: Error | null) => void) => RawDatabase
}

export type SqlValue = string | number | bigint | Uint8Array | null

/** An error of the driver: `code` is SQLite's result name, such as `SQLITE_BUSY` or, longer, `SQLITE_BUSY_SNAPSHOT`. */
interface DriverError extends Error {
  code: string
}

export function isDriverError(error: unknown): error is DriverError {
  return (
    error instanceof Error &&
    typeof (error as { code?: unknown }).code === 'string' &&
    /^SQLITE_/.test((error as DriverError).code)
  )
}

/** The class of a result: `SQLITE_IOERR` of `SQLITE_IOERR_WRITE`. */
export function resultClass(code: string): string {
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
}

/**
 * Loads the driver. `GATEHOUSE_SQLITE` names another build of it, which only the desktop tests set: their runtime
 * offers Node-API 9, the current driver needs 10.
 */
export async function loadDriver(): Promise<Driver> {
  const module = (await (process.env.GATEHOUSE_SQLITE === 'sqlite3-napi9'
    ? import('sqlite3-napi9' as string)
    : import('sqlite3' as string))) as { default: Driver }
  return module.default
}
