import { z } from 'zod'
import { registeredClientSchema, registeredClientWriteSchema } from '../apps/registered-client.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { rebuilt } from '../interface/list-links.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const clients = collection('client', {
  tag: 'OAuth clients',
  noun: 'a client',
  read: registeredClientSchema,
  write: registeredClientWriteSchema,
  created: 201,
})

/** Clients by the names of RFC 7591; each is an application, which can do more (`/api/v1/apps`). */
export const registeredClientRoutes = {
  listOAuthClients: defineRoute({
    ...clients.list,
    isLimitedByHandler: true,
    description: '`q` matches the beginning of the name. Clients of the platform itself are not listed.',
    links: rebuilt(LIMITS.page.clients, 'q'),
    query: z.object({ q: z.string().min(1).max(LIMITS.nameLength).optional(), ...pageQueryOf('client').shape }),
  }),
  createOAuthClient: defineRoute({
    ...clients.create,
    summary: 'Register a client, which makes an application',
    errors: ['E0000043', 'E0000044'],
  }),
  getOAuthClient: defineRoute(clients.get),
  replaceOAuthClient: defineRoute({
    ...clients.replace,
    description: 'What only the application knows of, such as consent and notes, stays as it is.',
    errors: ['E0000043', 'E0000044'],
  }),
  deleteOAuthClient: defineRoute({
    ...clients.remove,
    summary: 'Delete a client with its application',
    description: 'Also an active one, which is deactivated first.',
  }),
  newOAuthClientSecret: defineRoute({
    ...clients.managing,
    permissions: ['svc.apps.credentials.manage'],
    method: 'POST',
    path: `${clients.one}/lifecycle/newSecret`,
    summary: 'Replace the secret of a client',
    description: 'All others end at once; applications have `credentials/secrets` to change over gradually.',
    params: clients.params,
    responses: { 200: registeredClientSchema },
  }),
}
