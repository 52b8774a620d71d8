import { Readable } from 'node:stream'
import { setImmediate as soon } from 'node:timers/promises'
import type { Context } from 'koa'

/** Ends the connection within the body of the reply, whose headers promise the whole of it. */
export function cutBody(ctx: Context, bytes: number): void {
  const body: unknown = ctx.body
  const type = ctx.response.get('Content-Type')
  const whole = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : null
  if (!whole && !(body instanceof Readable)) return
  ctx.body = Readable.from(cut(ctx, whole ? [whole] : (body as Readable), bytes))
  // WHY after the body: Koa takes both back when it is given a stream.
  ctx.set('Content-Type', type)
  if (whole) ctx.length = whole.length
}

async function* cut(ctx: Context, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, bytes: number) {
  // They go with the first bytes of the body, of which there may be none.
  ctx.res.flushHeaders()
  let left = bytes
  for await (const chunk of chunks) {
    if (left <= 0) break
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
  // What was given is written by then.
  await soon()
  ctx.res.destroy()
}
