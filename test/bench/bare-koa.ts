import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Koa from 'koa'

/** The reference: a Koa handler that returns the JSON from its input, from memory, and does nothing else. */
const body = JSON.parse(await text(process.stdin)) as object
const app = new Koa()
app.use((ctx) => {
  ctx.body = body
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.once('SIGTERM', () => process.exit(0))
