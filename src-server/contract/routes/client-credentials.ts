import { z } from 'zod'
import { clientSecretSchema, clientSecretWriteSchema } from '../apps/client-secret.ts'
import { clientKeyListSchema, clientKeySchema, clientKeyWriteSchema } from '../apps/client-key.ts'
import { credentialUseSchema } from '../apps/credential-use.ts'
import { rotationRequestSchema, secretRotationSchema } from '../apps/secret-rotation.ts'
import { idSchema } from '../interface/ids.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const SECRETS = `${KINDS.app.path}/{appId}/credentials/secrets`
const JWKS = `${KINDS.app.path}/{appId}/credentials/jwks`
const USES = '/gatehouse/v1/apps/{appId}/credential-uses'
const ROTATION = '/gatehouse/v1/apps/{appId}/secret-rotation'
const read = { tag: 'Application credentials', scope: 'svc.apps.read' } as const
const permissions = ['svc.apps.credentials.manage'] as const
/** Who may read secrets has them, which is more than to see an application. */
const readSecrets = { ...read, permissions } as const
const manage = { tag: 'Application credentials', scope: 'svc.apps.manage', permissions } as const
const manageKeys = { ...manage, subject: 'JsonWebKey' } as const
const ofKey = z.object({ appId: idSchema, keyId: idSchema })
const ofApp = z.object({ appId: idSchema })
const ofSecret = z.object({ appId: idSchema, secretId: idSchema })

/** How applications prove at the token endpoint that they are themselves (spec/2 "Applications"). */
export const clientCredentialRoutes = {
  listClientSecrets: defineRoute({
    ...readSecrets,
    method: 'GET',
    path: SECRETS,
    summary: 'List the secrets of a client, the oldest first',
    links: NO_SELF,
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
    ...readSecrets,
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
  listClientKeys: defineRoute({
    ...read,
    method: 'GET',
    path: JWKS,
    summary: 'List the keys of a client, in the order in which they were added',
    links: NO_SELF,
    params: ofApp,
    responses: { 200: clientKeyListSchema },
  }),
  createClientKey: defineRoute({
    ...manageKeys,
    method: 'POST',
    path: JWKS,
    summary: 'Add a public key to a client',
    description: 'Where a client has several keys, each has a `kid` that no other of them has.',
    params: ofApp,
    body: clientKeyWriteSchema,
    responses: { 201: clientKeySchema },
  }),
  getClientKey: defineRoute({
    ...read,
    method: 'GET',
    path: `${JWKS}/{keyId}`,
    summary: 'Read a key of a client',
    params: ofKey,
    responses: { 200: clientKeySchema },
  }),
  deleteClientKey: defineRoute({
    ...manageKeys,
    method: 'DELETE',
    path: `${JWKS}/{keyId}`,
    summary: 'Delete a key of a client, active or not',
    params: ofKey,
    responses: { 204: null },
  }),
  activateClientKey: defineRoute({
    ...manageKeys,
    method: 'POST',
    path: `${JWKS}/{keyId}/lifecycle/activate`,
    summary: 'Activate a key of a client',
    params: ofKey,
    responses: { 200: clientKeySchema },
  }),
  deactivateClientKey: defineRoute({
    ...manageKeys,
    method: 'POST',
    path: `${JWKS}/{keyId}/lifecycle/deactivate`,
    summary: 'Deactivate a key of a client, unless the client could not do without it',
    params: ofKey,
    responses: { 200: clientKeySchema },
  }),
  listCredentialUses: defineRoute({
    ...read,
    method: 'GET',
    path: USES,
    summary: 'List when a client last proved itself by which secret or key',
    description: 'What was never used is not there.',
    links: NO_SELF,
    params: ofApp,
    responses: { 200: z.array(credentialUseSchema) },
  }),
  getSecretRotation: defineRoute({
    ...read,
    method: 'GET',
    path: ROTATION,
    summary: "Read where the rotation of a client's secret is, and what is safe to do next",
    params: ofApp,
    responses: { 200: secretRotationSchema },
  }),
  rotateSecret: defineRoute({
    ...manage,
    method: 'POST',
    path: ROTATION,
    summary: "Take one step of the rotation of a client's secret",
    description:
      'A step that could cut clients off, such as finishing before they had a day to change over, needs `confirm`; one that is not possible now is refused with the reason.',
    params: ofApp,
    body: rotationRequestSchema,
    responses: { 200: secretRotationSchema },
  }),
}
