import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { LIMITS } from '../../../contract/limits.ts'
import { isReceiving, receive, RECEIVER_PATH } from '../../../operations/event-hooks/receiver.ts'
import type { Service } from '../../../operations/service.ts'

const PATH = new RegExp(`^${RECEIVER_PATH}/(\\w+)$`)

/**
 * The built-in endpoint to try hooks with. Public, as any endpoint's address is: only who knows its token is heard, and
 * nobody while the developer switch is off. It takes any body and shows the interface nothing, so it is no operation.
 */
export function receiver(service: Service): Middleware {
  return async (ctx, next) => {
    const token = PATH.exec(ctx.path)?.[1]
    const { method } = ctx
    if (!token || (method !== 'GET' && method !== 'POST')) return next()
    if (!(await isReceiving(service, token))) return next()
    receive(service, { method, headers: ctx.req.headers, ...(await readStart(ctx.req)) })
    const challenge = ctx.get('x-svc-verification-challenge')
    if (challenge) ctx.body = { verification: challenge }
    else ctx.status = 204
  }
}

/** As much of a body as is kept; what comes behind it is read and forgotten. */
async function readStart(request: IncomingMessage): Promise<{ body: string; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size < LIMITS.receiverBodyBytes) chunks.push(chunk.subarray(0, LIMITS.receiverBodyBytes - size))
    size += chunk.length
  }
  return { body: Buffer.concat(chunks).toString('utf8'), truncated: size > LIMITS.receiverBodyBytes }
}
