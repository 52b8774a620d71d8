import { z } from 'zod'
import { clientSecretSchema, clientSecretWriteSchema } from '../apps/client-secret.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const SECRETS = `${KINDS.app.path}/{appId}/credentials/secrets`
const read = { tag: 'Application credentials', scope: 'svc.apps.read' } as const
const manage = { tag: 'Application credentials', scope: 'svc.apps.manage' } as const
const ofApp = z.object({ appId: idSchema })
const ofSecret = z.object({ appId: idSchema, secretId: idSchema })

/** How applications prove at the token endpoint that they are themselves (spec/2 "Applications"). */
export const clientCredentialRoutes = {
  listClientSecrets: defineRoute({
    ...read,
    method: 'GET',
    path: SECRETS,
    summary: 'List the secrets of a client, the oldest first',
    description: 'A secret comes without `client_secret` where the key that sealed it is gone.',
    params: ofApp,
    responses: { 200: z.array(clientSecretSchema) },
  }),
  createClientSecret: defineRoute({
    ...manage,
    method: 'POST',
    path: SECRETS,
    summary: 'Add a secret to a client',
    description: 'Without a `client_secret` a random one is made. A client has two at the most.',
    params: ofApp,
    body: clientSecretWriteSchema,
    responses: { 201: clientSecretSchema },
  }),
  getClientSecret: defineRoute({
    ...read,
    method: 'GET',
    path: `${SECRETS}/{secretId}`,
    summary: 'Read a secret of a client',
    params: ofSecret,
    responses: { 200: clientSecretSchema },
  }),
  deleteClientSecret: defineRoute({
    ...manage,
    method: 'DELETE',
    path: `${SECRETS}/{secretId}`,
    summary: 'Delete an inactive secret of a client',
    params: ofSecret,
    responses: { 204: null },
  }),
  activateClientSecret: defineRoute({
    ...manage,
    method: 'POST',
    path: `${SECRETS}/{secretId}/lifecycle/activate`,
    summary: 'Activate a secret of a client',
    params: ofSecret,
    responses: { 200: clientSecretSchema },
  }),
  deactivateClientSecret: defineRoute({
    ...manage,
    method: 'POST',
    path: `${SECRETS}/{secretId}/lifecycle/deactivate`,
    summary: 'Deactivate a secret of a client, unless it is the only active one',
    params: ofSecret,
    responses: { 200: clientSecretSchema },
  }),
}
