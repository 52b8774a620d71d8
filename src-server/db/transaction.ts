import { LRUCache } from 'lru-cache'
import type { Transaction } from 'sequelize'
import type { IdKind } from '#contract/interface/ids.ts'
import { ChangeSet, type RowChange } from './change-set.ts'
import type { Connection, ModelScope, Reader } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { NewIds } from './ids.ts'
import { isDescribed } from './tables/described.ts'

/** State that the parts of a transaction share. */
class Life {
  #hasEnded = false
  readonly #running = new Set<Promise<unknown>>()

  /** @throws Error after the end: later work would be part of the next transaction */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new Error('the transaction has ended')
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await Promise.allSettled(this.#running)
  }
}

/** A write transaction: it sees its own writes, and knows which rows it wrote. */
export class WriteTransaction implements Reader {
  readonly changes: ChangeSet
  readonly models: ModelScope
  readonly #connection: Connection
  readonly #transaction: Transaction
  readonly #life: Life
  readonly #ids = new NewIds()

  /** @param transaction a Sequelize transaction on the connection */
  constructor(connection: Connection, transaction: Transaction, changes = new ChangeSet(), life = new Life()) {
    this.#connection = connection
    this.#transaction = transaction
    this.#life = life
    this.models = { sequelize: connection.models.sequelize, transaction, run: (work) => life.run(work) }
    this.changes = changes
  }

  /** A part of a write that several share, with a change set of its own. */
  part(): WriteTransaction {
    return new WriteTransaction(this.#connection, this.#transaction, new ChangeSet(this.changes), this.#life)
  }

  /** The identifier of a new object: a random one, unless {@link want} said which. */
  newId(kind: IdKind): string {
    return this.#ids.next(kind)
  }

  /**
   * Has the next new object of a kind get this identifier, for example that of the instance it was read from. Of several, the first that
   * was wanted is the first that is given. Whether it is taken is found when the object is written.
   * @throws RangeError for an identifier of another kind
   */
  want(kind: IdKind, id: string): void {
    this.#ids.want(kind, id)
  }

  /** @throws UnusedId when an identifier was wanted that no object has got */
  endWanting(): void {
    this.#ids.end()
  }

  /**
   * Runs work of which nothing stays if it fails, so that the transaction can go on without it. The change set keeps the rows that it wrote.
   * @throws what the work throws; UnusedId
   */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const exec = (sql: string) => this.#life.run(() => this.#connection.exec(sql))
    await exec('SAVEPOINT attempt')
    try {
      const value = await work()
      this.endWanting()
      await exec('RELEASE attempt')
      return value
    } catch (error) {
      this.#ids.clear()
      // INVARIANT: fails where the whole transaction is gone, after which each statement would be a transaction of its own.
      await exec('ROLLBACK TO attempt; RELEASE attempt')
      throw error
    }
  }

  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return this.#life.run(() => this.#connection.all<Row>(sql, params))
  }

  first<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#life.run(() => this.#connection.first<Row>(sql, params))
  }

  /**
   * Runs a statement on a table of which nothing is cached, such as those of the audit log.
   * @returns how many rows changed
   * @throws Error for a described table: only its definition may write it, so that the change set is complete
   */
  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    const table = targetOf(sql)
    if (table !== null && isDescribed(table)) throw new Error(`${table} is written through its table definition`)
    return this.#life.run(() => this.#connection.run(sql, params))
  }

  /**
   * For table definitions only: runs the write of the row with `key` and adds it to the change set.
   * @param write returns how many rows changed
   * @param row its own id, if it has one, and its change
   */
  async change(
    table: string,
    key: string,
    write: () => Promise<number>,
    row?: readonly [id: string, change: RowChange],
  ): Promise<number> {
    const count = await this.#life.run(write)
    if (count === 0) return 0
    this.changes.note(table, key)
    if (row) this.changes.noteRow(table, ...row)
    return count
  }

  /** As {@link change}, with SQL of our own. */
  write(
    table: string,
    key: string,
    sql: string,
    params: readonly SqlValue[],
    row?: readonly [id: string, change: RowChange],
  ): Promise<number> {
    return this.change(table, key, () => this.#connection.run(sql, params), row)
  }

  /** As {@link write}, for a statement with `RETURNING`. @returns its rows */
  async writeReturning<Row>(table: string, key: string, sql: string, params: readonly SqlValue[]): Promise<Row[]> {
    const rows = await this.#life.run(() => this.#connection.all<Row>(sql, params))
    if (rows.length > 0) this.changes.note(table, key)
    return rows
  }

  /** Rejects further work, before the commit or rollback, so that none becomes part of the next transaction. */
  end(): Promise<void> {
    return this.#life.end()
  }
}

const WRITING = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(\w+)/i
const targets = new LRUCache<string, string>({ max: 1_000, memoMethod: (sql) => WRITING.exec(sql)?.[1] ?? '' })

/** The table that a statement writes; null if it only reads. */
const targetOf = (sql: string): string | null => targets.memo(sql) || null
