import { z } from 'zod'
import { keyRotationSchema, serverKeySchema } from '../access/server-key.ts'
import { idSchema } from '../interface/ids.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const SERVER = `${KINDS.authorizationServer.path}/{authServerId}/credentials` as const
const tag = 'Authorization servers'
const params = z.object({ authServerId: idSchema })

/** The keys that an authorization server signs tokens with (spec/5 §14). */
export const serverKeyRoutes = {
  listServerKeys: defineRoute({
    tag,
    scope: 'svc.authorizationServers.read',
    method: 'GET',
    path: `${SERVER}/keys`,
    summary: 'List the keys of an authorization server: the one that signs, the next one, and the one before',
    params,
    responses: { 200: z.array(serverKeySchema) },
    links: NO_SELF,
  }),
  getServerKey: defineRoute({
    tag,
    scope: 'svc.authorizationServers.read',
    method: 'GET',
    path: `${SERVER}/keys/{kid}`,
    summary: 'Read a key of an authorization server',
    params: params.extend({ kid: idSchema }),
    responses: { 200: serverKeySchema },
  }),
  rotateServerKeys: defineRoute({
    tag,
    scope: 'svc.authorizationServers.manage',
    method: 'POST',
    path: `${SERVER}/lifecycle/keyRotate`,
    summary: 'Let the next key of an authorization server sign from now on',
    description: 'The key before it still verifies what it has signed, until keys are rotated once more.',
    params,
    body: keyRotationSchema,
    responses: { 200: z.array(serverKeySchema) },
    links: NO_SELF,
  }),
}
