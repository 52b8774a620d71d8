import { insertMany } from './bulk.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'

type LateRow = readonly (string | number | null)[]

/** Rows of one table, with the same columns. */
interface Waiting {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: LateRow[]
}

/**
 * New rows of a transaction that wait for one another, because each statement costs a way to another thread and back: they go in with as
 * few as they can, before anything else is asked of the file.
 */
export class LateRows {
  readonly #connection: Pick<Connection, 'run'>
  #waiting = new Map<string, Waiting>()
  #writing: Promise<void> | null = null
  #hasEnded = false

  constructor(connection: Pick<Connection, 'run'>) {
    this.#connection = connection
  }

  /** @throws Error for bytes and large integers, which rows that go in together cannot hold */
  add(table: string, columns: readonly string[], row: readonly SqlValue[]): void {
    if (!isLateRow(row)) throw new Error(`a row of ${table} with bytes or large integers cannot be inserted late`)
    const key = `${table} ${columns.join()}`
    const known = this.#waiting.get(key)
    if (known) known.rows.push(row)
    else this.#waiting.set(key, { table, columns, rows: [row] })
  }

  /**
   * @returns resolves once all that waited are in; null where nothing waits or is being written. Once it has failed, it fails each time:
   * who asks next may swallow the error, and a row of another use case is at stake.
   */
  write(): Promise<void> | null {
    if (this.#waiting.size === 0) return this.#writing
    const writing = this.#insert(this.#writing, [...this.#waiting.values()])
    this.#waiting = new Map()
    this.#writing = writing
    writing.then(
      () => {
        if (this.#writing === writing) this.#writing = null
      },
      () => {},
    )
    return writing
  }

  /** Does a piece of work once all that waited are in. @throws Error after the end of the transaction: it would be part of the next one */
  before<T>(work: () => Promise<T>): Promise<T> {
    const writing = this.write()
    if (!writing) return work()
    return writing.then(() => {
      this.#requireOpen()
      return work()
    })
  }

  /** Ends it with its transaction; what is being written has been when this resolves. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#writing?.catch(() => {})
  }

  async #insert(before: Promise<void> | null, waiting: readonly Waiting[]): Promise<void> {
    await before
    for (const { table, columns, rows } of waiting) {
      this.#requireOpen()
      await insertMany(this.#connection, table, columns, rows)
    }
  }

  #requireOpen(): void {
    if (this.#hasEnded) throw new Error('the transaction has ended')
  }
}

const isLateRow = (row: readonly SqlValue[]): row is LateRow =>
  row.every((value) => value === null || typeof value === 'string' || typeof value === 'number')
