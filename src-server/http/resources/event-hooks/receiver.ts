import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { hookReceiverRoutes } from '#contract/routes/hook-receiver.ts'
import { CHALLENGE_HEADER, isReceiving, receive } from '#operations/event-hooks/receiver.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler } from '../../reply.ts'

/**
 * Keeps a request of any kind, and answers a challenge.
 * @throws ApiError E0000008 under any token but the receiver's, and while the developer switch is off
 */
const receiveAs =
  (method: 'GET' | 'POST'): Handler<typeof hookReceiverRoutes.receiveHookEvents> =>
  async ({ service, params, headers, upload }) => {
    if (!(await isReceiving(service, params.receiverToken))) throw new ApiError('E0000008')
    receive(service, { method, headers, ...(await readStart(upload)) })
    const challenge = Object.entries(headers).find(([name]) => CHALLENGE_HEADER.test(name))?.[1]
    return challenge ? { status: 200, body: { verification: String(challenge) } } : { status: 204, body: undefined }
  }

export const hookReceiverHandlers: HandlerTable<typeof hookReceiverRoutes> = {
  receiveHookChallenge: receiveAs('GET'),
  receiveHookEvents: receiveAs('POST'),
}

/** The most that is stored of a body; the rest is read and dropped. */
async function readStart(upload: AsyncIterable<Uint8Array>): Promise<{ body: string; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of upload) {
    if (size < LIMITS.receiverBodyBytes) chunks.push(chunk.subarray(0, LIMITS.receiverBodyBytes - size))
    size += chunk.length
  }
  return { body: Buffer.concat(chunks).toString('utf8'), truncated: size > LIMITS.receiverBodyBytes }
}
