import { createHash } from 'node:crypto'
import { loadDriver, type RawDatabase } from '#db/driver.ts'
import { atFileEnd } from './at-file-end.ts'

const open: RawDatabase[] = []

atFileEnd(async () => {
  await Promise.all(open.splice(0).map((database) => new Promise<void>((done) => database.close(() => done()))))
})

function all<Row>(database: RawDatabase, sql: string): Promise<Row[]> {
  return new Promise((done, fail) => {
    const statement = database.prepare(sql, (error) => {
      if (error) return fail(error)
      statement.all([], (failure, rows) => {
        statement.finalize()
        if (failure) fail(failure)
        else done(rows as Row[])
      })
    })
  })
}

/**
 * A digest of everything that a workspace holds, except its log: read through a connection of its own, which this
 * test file closes at its end, and only when somebody has written since.
 */
export async function watchState(file: string): Promise<() => Promise<string>> {
  const { Database, OPEN_READONLY } = await loadDriver()
  const database = await new Promise<RawDatabase>((done, fail) => {
    const opened: RawDatabase = new Database(file, OPEN_READONLY, (error) => (error ? fail(error) : done(opened)))
  })
  open.push(database)
  const tables = await all<{ name: string }>(
    database,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'log_%' AND name NOT LIKE 'search_texts%'`,
  )
  let known: { version: number; digest: string } | null = null
  return async () => {
    const version = (await all<{ data_version: number }>(database, 'PRAGMA data_version'))[0]?.data_version ?? 0
    if (known?.version === version) return known.digest
    const hash = createHash('sha256')
    for (const { name } of tables) hash.update(JSON.stringify(await all(database, `SELECT * FROM ${name}`)))
    known = { version, digest: hash.digest('hex') }
    return known.digest
  }
}
