import { LRUCache } from 'lru-cache'
import { ChangeSet, type RowChange } from './change-set.ts'
import type { Connection, Reader } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { isDescribed } from './tables/described.ts'

/** A write in progress: it reads what it has written, and knows which rows it wrote. */
export class WriteTransaction implements Reader {
  readonly changes: ChangeSet
  readonly #connection: Connection

  constructor(connection: Connection, changes = new ChangeSet()) {
    this.#connection = connection
    this.changes = changes
  }

  /** The same write for one of several that share it: what it changes is told apart from what the others do. */
  part(): WriteTransaction {
    return new WriteTransaction(this.#connection, new ChangeSet(this.changes))
  }

  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return this.#connection.all<Row>(sql, params)
  }

  first<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#connection.first<Row>(sql, params)
  }

  /**
   * Runs a statement on a table that nothing is derived from, such as those of the audit log.
   * @returns how many rows changed
   * @throws Error for a described table: its definition writes it, so that the change set stays complete
   */
  run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    const table = targetOf(sql)
    if (table !== null && isDescribed(table)) throw new Error(`${table} is written through its table definition`)
    return this.#connection.run(sql, params)
  }

  /**
   * For table definitions alone: runs a statement that writes the row behind `key`, and notes it.
   * @param row its own id, where it has one, and what becomes of it
   */
  async write(
    table: string,
    key: string,
    sql: string,
    params: readonly SqlValue[],
    row?: readonly [id: string, change: RowChange],
  ): Promise<number> {
    const count = await this.#connection.run(sql, params)
    if (count > 0) this.#note(table, key, row)
    return count
  }

  #note(table: string, key: string, row?: readonly [id: string, change: RowChange]): void {
    this.changes.note(table, key)
    if (row) this.changes.noteRow(table, ...row)
  }
}

const WRITING = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(\w+)/i
const targets = new LRUCache<string, string>({ max: 1_000, memoMethod: (sql) => WRITING.exec(sql)?.[1] ?? '' })

/** The table that a statement writes; null for one that writes none. */
const targetOf = (sql: string): string | null => targets.memo(sql) || null
