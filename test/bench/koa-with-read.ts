import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { Connection } from '#db/connection.ts'
import { loadDriver } from '#db/driver.ts'

/** The reference: a Koa handler that reads one row by its id, through the driver, and answers what the row holds. */
const [file = '', table = ''] = process.argv.slice(2)
const driver = await loadDriver()
const connection = await Connection.open(driver, file, driver.OPEN_READONLY, 'PRAGMA query_only = ON')
const app = new Koa()
app.use(async (ctx) => {
  const [row] = await connection.all<{ definition: string }>(`SELECT * FROM ${table} WHERE id = ?`, [
    ctx.path.slice(ctx.path.lastIndexOf('/') + 1),
  ])
  if (!row) return
  ctx.body = { ...row, definition: JSON.parse(row.definition) as object }
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.once('SIGTERM', () => process.exit(0))
