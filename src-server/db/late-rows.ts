import { insertMany } from './bulk.ts'
import type { Connection } from './connection.ts'

/** The columns of a row that can wait: bytes cannot. */
export type LateRow = readonly (string | number | null)[]

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

  constructor(connection: Pick<Connection, 'run'>) {
    this.#connection = connection
  }

  add(table: string, columns: readonly string[], row: LateRow): void {
    const key = `${table} ${columns.join()}`
    const known = this.#waiting.get(key)
    if (known) known.rows.push(row)
    else this.#waiting.set(key, { table, columns, rows: [row] })
  }

  /** @returns resolves once all that waited are in; null where none did @throws Error of the file, as for a row that is there already */
  write(): Promise<void> | null {
    if (this.#waiting.size === 0) return this.#writing
    const [before, waiting] = [this.#writing, [...this.#waiting.values()]]
    this.#waiting = new Map()
    const writing = this.#insert(before, waiting).finally(() => {
      if (this.#writing === writing) this.#writing = null
    })
    return (this.#writing = writing)
  }

  async #insert(before: Promise<void> | null, waiting: readonly Waiting[]): Promise<void> {
    await before
    for (const { table, columns, rows } of waiting) await insertMany(this.#connection, table, columns, rows)
  }
}
