import { z } from 'zod'
import { defineRoute } from '../interface/route.ts'

const receiver = {
  tag: 'Event hooks',
  auth: 'public',
  hidden: true,
  path: '/gatehouse/receiver/{receiverToken}',
  params: z.object({ receiverToken: z.string() }),
  consumes: '*',
  responses: { 200: z.object({ verification: z.string() }), 204: null },
} as const

/**
 * The built-in endpoint to try hooks with. Public, as any endpoint is: only a caller who knows its token is heard. Not part
 * of the interface that it tests, so it is hidden.
 */
export const hookReceiverRoutes = {
  receiveHookChallenge: defineRoute({
    ...receiver,
    method: 'GET',
    summary: 'Answer the verification of an event hook',
  }),
  receiveHookEvents: defineRoute({ ...receiver, method: 'POST', summary: 'Receive what an event hook sends' }),
}
