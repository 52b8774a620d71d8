import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { clientCredentialRoutes } from '#contract/routes/client-credentials.ts'
import type { Route } from '#contract/interface/route.ts'
import {
  createClientSecret,
  deleteClientSecret,
  listClientSecrets,
  requireClientSecret,
  setClientSecretStatus,
} from '#operations/apps/client-secrets.ts'
import {
  createClientKey,
  deleteClientKey,
  listClientKeys,
  requireClientKey,
  setClientKeyStatus,
} from '#operations/apps/client-keys.ts'
import { listCredentialUses } from '#operations/apps/credential-uses.ts'
import { readRotation, rotateSecret } from '#operations/apps/secret-rotation.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentClientKey, presentClientSecret } from './credential-presenter.ts'

type Input = Pick<HandlerInput<Route>, 'service' | 'reader' | 'write' | 'base'>
type OfApp = Input & { params: { appId: string } }
type OfSecret = Input & { params: { appId: string; secretId: string } }

async function showSecret({ reader, service, base, params }: OfApp, secretId: string) {
  return {
    body: presentClientSecret(await requireClientSecret(reader, service.secretBox, params.appId, secretId), base),
  }
}

type OfKey = Input & { params: { appId: string; keyId: string } }

async function showKey({ reader, base, params }: OfApp, keyId: string) {
  return { body: presentClientKey(await requireClientKey(reader, params.appId, keyId), params.appId, base) }
}

async function switchKey(input: OfKey, status: ActiveStatus) {
  const { appId, keyId } = input.params
  await input.write((tx) => setClientKeyStatus(tx, appId, keyId, status))
  return showKey(input, keyId)
}

async function switchSecret(input: OfSecret, status: ActiveStatus) {
  const { appId, secretId } = input.params
  await input.write((tx) => setClientSecretStatus(tx, appId, secretId, status))
  return showSecret(input, secretId)
}

export const clientCredentialHandlers: HandlerTable<typeof clientCredentialRoutes> = {
  listClientSecrets: async ({ reader, service, base, params }) => {
    const secrets = await listClientSecrets(reader, service.secretBox, params.appId)
    return { body: secrets.map((secret) => presentClientSecret(secret, base)) }
  },
  createClientSecret: async (input) => {
    const { write, service, params, body } = input
    const own = body?.client_secret ?? undefined
    return showSecret(input, await write((tx) => createClientSecret(tx, service.secretBox, params.appId, own)))
  },
  getClientSecret: (input) => showSecret(input, input.params.secretId),
  deleteClientSecret: async ({ write, params }) => {
    await write((tx) => deleteClientSecret(tx, params.appId, params.secretId))
    return { body: undefined }
  },
  activateClientSecret: (input) => switchSecret(input, 'ACTIVE'),
  deactivateClientSecret: (input) => switchSecret(input, 'INACTIVE'),

  listClientKeys: async ({ reader, base, params: { appId } }) => {
    const keys = (await listClientKeys(reader, appId)).map((key) => presentClientKey(key, appId, base))
    return { body: { jwks: { keys } } }
  },
  createClientKey: async (input) => {
    const { write, params, body } = input
    return showKey(input, await write((tx) => createClientKey(tx, params.appId, body)))
  },
  getClientKey: (input) => showKey(input, input.params.keyId),
  deleteClientKey: async ({ write, params }) => {
    await write((tx) => deleteClientKey(tx, params.appId, params.keyId))
    return { body: undefined }
  },
  activateClientKey: (input) => switchKey(input, 'ACTIVE'),
  deactivateClientKey: (input) => switchKey(input, 'INACTIVE'),

  listCredentialUses: async ({ reader, service, params }) => ({
    body: await listCredentialUses(reader, service.credentialUses, params.appId),
  }),
  getSecretRotation: async ({ reader, service, params }) => ({
    body: await readRotation(reader, service, params.appId),
  }),
  rotateSecret: async ({ write, reader, service, params, body }) => {
    await write((tx) => rotateSecret(tx, service, params.appId, body))
    return { body: await readRotation(reader, service, params.appId) }
  },
}
