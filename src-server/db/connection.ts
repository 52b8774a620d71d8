import type { Sequelize, Transaction } from 'sequelize'
import type { Driver, RawDatabase, RawStatement, SqlValue } from './driver.ts'
import { sequelizeOver } from './sequelize.ts'

/** How long a connection waits for another's lock. */
export const BUSY_TIMEOUT = 'PRAGMA busy_timeout = 5000;'

/**
 * Settings of every connection: neither a crash nor a power cut loses what was committed (`FULL` waits at each commit until the disk
 * has the write-ahead log), readers never wait for the writer, and a log that grew behind a long reader shrinks again.
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 67108864;
  ${BUSY_TIMEOUT}
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
`

/** Cache of the write connection. */
const WRITER_CACHE_KIB = 32_768

/**
 * Pages of the write-ahead log after which a commit moves them into the file: 32 MiB, half of the log's size on the disk; SQLite's own
 * 4 MiB if there is little room.
 */
export const LOG_PAGES = { usual: 8_192, short: 1_000 }

/** The Sequelize instance of the models, and their transaction. */
export interface ModelScope {
  readonly sequelize: Sequelize
  readonly transaction?: Transaction | undefined
  /** Runs reads of a transaction, which ends after them. */
  readonly run?: <T>(work: () => Promise<T>) => Promise<T>
}

/** Reads: a connection that SQLite does not let write, or a transaction, which sees its own writes. */
export interface Reader {
  /** For the models of `tables/`. */
  readonly models: ModelScope
  /** For statements of our own. */
  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>
  /** The first row, if any. */
  first<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined>
}

/** A connection, used by models through Sequelize and by our own SQL through the driver, which prepares each statement once. */
export class Connection implements Reader {
  readonly raw: RawDatabase
  readonly #prepared = new Map<string, Promise<RawStatement>>()
  #models: ModelScope | undefined

  constructor(raw: RawDatabase) {
    this.raw = raw
  }

  get models(): ModelScope {
    return (this.#models ??= { sequelize: sequelizeOver(this.raw) })
  }

  /** Begins with a new Sequelize instance: the one before keeps an object for each commit that failed. */
  renewModels(): void {
    this.#models = undefined
  }

  /** Opens a connection with the workspace's settings. */
  static async open(driver: Driver, file: string, mode: number, pragmas = PRAGMAS): Promise<Connection> {
    const raw = await new Promise<RawDatabase>((resolve, reject) => {
      const database: RawDatabase = new driver.Database(file, mode, (error) =>
        error ? reject(error) : resolve(database),
      )
    })
    const connection = new Connection(raw)
    try {
      await connection.exec(pragmas)
    } catch (error) {
      await connection.close().catch(() => {})
      throw error
    }
    return connection
  }

  /**
   * Opens a connection that cannot write. WHY not `OPEN_READONLY`: if the write-ahead log has to be recovered, the first reader must be
   * able to write its shared memory.
   */
  static async openReader(driver: Driver, file: string): Promise<Connection> {
    return Connection.open(driver, file, driver.OPEN_READWRITE, `${PRAGMAS} PRAGMA query_only = ON;`)
  }

  /**
   * Opens the connection that writes. WHY `NORMAL`: {@link groupCommit} waits for the disk instead, once for all transactions that have
   * committed. WHY a larger cache: a transaction with many rows changes pages all over the indexes, which would be written out and read again. WHY
   * a longer log: successive transactions change the same pages, which are then moved into the file once. With SQLite's default, an import of
   * thousands of people spends a quarter of its time on that.
   */
  static async openWriter(driver: Driver, file: string): Promise<Connection> {
    const pragmas = `${PRAGMAS} PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${WRITER_CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES.usual};`
    return Connection.open(driver, file, driver.OPEN_READWRITE, pragmas)
  }

  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => this.raw.exec(sql, (error) => (error ? reject(error) : resolve())))
  }

  async all<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    const statement = await this.#prepare(sql)
    return new Promise((resolve, reject) =>
      statement.all(params, (error, rows) => (error ? reject(error) : resolve(rows as Row[]))),
    )
  }

  /** WHY `all` inside: an unfinished statement would keep its read snapshot open. */
  async first<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0]
  }

  /** @returns how many rows changed */
  async run(sql: string, params: readonly SqlValue[] = []): Promise<number> {
    const statement = await this.#prepare(sql)
    return new Promise((resolve, reject) =>
      statement.run(params, function (error) {
        if (error) reject(error)
        else resolve(this.changes)
      }),
    )
  }

  async close(): Promise<void> {
    const prepared = await Promise.allSettled(this.#prepared.values())
    this.#prepared.clear()
    for (const outcome of prepared) if (outcome.status === 'fulfilled') outcome.value.finalize()
    await new Promise<void>((resolve, reject) => this.raw.close((error) => (error ? reject(error) : resolve())))
  }

  #prepare(sql: string): Promise<RawStatement> {
    const known = this.#prepared.get(sql)
    if (known) return known
    const prepared = new Promise<RawStatement>((resolve, reject) => {
      const statement: RawStatement = this.raw.prepare(sql, (error) => (error ? reject(error) : resolve(statement)))
    })
    this.#prepared.set(sql, prepared)
    prepared.catch(() => this.#prepared.delete(sql))
    return prepared
  }
}
