import type { Connection } from '../connection.ts'

/** What a step works with, inside a transaction of its own. */
export interface MigrationTx extends Pick<Connection, 'exec' | 'run' | 'all' | 'first'> {
  /** ISO 8601; the moment of the opening. */
  readonly now: string
  /** Says how far a long step is. */
  progress(done: number, total: number): void
}

/**
 * One step of the schema or of its content. Never edited once released, and independent of code that may change later; names
 * ascend. A new file goes through all of them while it has no organization yet.
 */
export interface Migration {
  readonly name: string
  up(tx: MigrationTx): Promise<void>
}

/** A step that is nothing but SQL. */
export const statements =
  (list: readonly string[]): Migration['up'] =>
  async (tx) => {
    for (const sql of list) await tx.exec(sql)
  }
