import { Sequelize, Transaction } from 'sequelize'
import type { Done, RawDatabase, RunDone, SqlParams } from './driver.ts'

/** A statement with the zero characters of its texts, in which conditions stand as they are: SQLite reads no further than one. */
const wholeStatement = (sql: string) => sql.replaceAll('\0', `' || char(0) || '`)

/**
 * Sequelize over a connection that is open already.
 *
 * WHY not a connection of its own: Sequelize opens the file again, by its path, for each transaction. That may be another file by then,
 * into which SQLite would read our write-ahead log. So the functions that open and close a connection do neither.
 */
export function sequelizeOver(raw: RawDatabase): Sequelize {
  class OpenConnection {
    constructor(_file: string, _mode: number, opened: (error: Error | null) => void) {
      queueMicrotask(() => opened(null))
    }
    /** The driver's own order is enough: a model sends one statement at a time. */
    serialize(work: () => void): void {
      work()
    }
    /** Sequelize sets foreign keys without waiting; the connection has that setting already. */
    run(sql: string, params: SqlParams, done?: RunDone & Done): void {
      // It looks for statements that return no rows in the whole text, where a condition may hold the words.
      if (sql.startsWith('SELECT')) raw.all(wholeStatement(sql), params, done as Done)
      else if (done) raw.run(wholeStatement(sql), params, done)
    }
    /** The driver allows a call without values, and Sequelize makes some. */
    all(sql: string, ...rest: [done: Done] | [params: SqlParams, done: Done]): void {
      const [params, done] = rest.length === 1 ? [[], rest[0]] : rest
      // After some errors SQLite has rolled back by itself, and says so. Sequelize would keep the connection of such a transaction.
      const finish: Done = sql.startsWith('ROLLBACK') ? () => done(null, []) : done
      raw.all(wholeStatement(sql), params, finish)
    }
    close(): void {}
  }
  return new Sequelize({
    dialect: 'sqlite',
    dialectModule: { Database: OpenConnection },
    // Any name but that of a database in memory; and no folder is made for it.
    storage: 'open',
    dialectOptions: { mode: 1 },
    transactionType: Transaction.TYPES.IMMEDIATE,
    // By itself it tries a statement five times that found the file locked, each after the whole `busy_timeout`.
    retry: { max: 1 },
    logging: false,
  })
}
