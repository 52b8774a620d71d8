import { ApiError } from '#contract/interface/api-error.ts'
import type { TrustKey } from '#contract/credentials/trust-key.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import type { identityProviderKeyRoutes } from '#contract/routes/identity-provider-keys.ts'
import type { SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { signedXml } from '#operations/federation/signed-xml.ts'
import { requirePolicyResource } from '#operations/policy-resources/policy-resources.ts'
import { providerSigningKid } from '#operations/policy-resources/provider-keys.ts'
import { ensureFirstKey, requireKey } from '#operations/signing-keys/keys.ts'
import { addTrustKey, listTrustKeys, removeTrustKey, requireTrustKey } from '#operations/signing-keys/trust-keys.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { assertTakesXml } from '../federation/handlers.ts'
import { XML } from '../federation/key-descriptor.ts'
import { providerMetadata } from '../federation/provider-metadata.ts'
import { keyHandlers } from '../signing-keys/key-handlers.ts'
import { presentIdentityProvider } from './identity-provider-presenter.ts'

const keys = keyHandlers('identityProvider', 'idpId')

/** A certificate as the wire shows it, as it was sent (spec/5 §9). */
function presentTrustKey(row: SigningKeyRecord): TrustKey {
  return {
    kty: 'RSA',
    created: row.created,
    lastUpdated: row.lastUpdated,
    expiresAt: row.expiresAt,
    alg: 'RSA',
    kid: row.kid,
    use: 'sig',
    x5c: [row.certificate],
    'x5t#S256': row.fingerprint,
    e: row.e,
    n: row.n,
  }
}

export const identityProviderKeyHandlers: HandlerTable<typeof identityProviderKeyRoutes> = {
  listIdentityProviderKeys: async ({ reader }) => ({ body: (await listTrustKeys(reader)).map(presentTrustKey) }),
  createIdentityProviderKey: async ({ write, body, reader }) => {
    const kid = await write((tx) => addTrustKey(tx, body.x5c))
    return { body: presentTrustKey(await requireTrustKey(reader, kid)) }
  },
  getIdentityProviderKey: async ({ reader, params }) => ({
    body: presentTrustKey(await requireTrustKey(reader, params.trustKid)),
  }),
  deleteIdentityProviderKey: async ({ write, params }) => {
    await write((tx) => removeTrustKey(tx, params.trustKid))
    return { body: undefined }
  },

  getIdentityProviderMetadata: async ({ reader, service, params, headers, base }) => {
    assertTakesXml(headers.accept)
    const record = await requirePolicyResource(reader, POLICY_RESOURCES.identityProvider, params.idpId)
    if (record.type !== 'SAML2')
      throw new ApiError('E0000024', { causes: [{ errorSummary: `${record.name} is of the type ${record.type}` }] })
    await ensureFirstKey(service, { kind: 'identityProvider', id: record.id })
    const key = await requireKey(reader, record.id, providerSigningKid(record))
    const document = providerMetadata(presentIdentityProvider(record, base), key)
    return { body: { type: XML, data: await signedXml(service.secretBox, key, document) } }
  },

  listIdentityProviderSigningKeys: keys.list,
  getIdentityProviderSigningKey: keys.get,
  generateIdentityProviderSigningKey: keys.generate,
  cloneIdentityProviderSigningKey: (input) => keys.clone(input, input.query.targetIdpId),
  listIdentityProviderCsrs: keys.listRequests,
  createIdentityProviderCsr: keys.request,
  getIdentityProviderCsr: keys.getRequest,
  deleteIdentityProviderCsr: keys.removeRequest,
  publishIdentityProviderCsr: keys.publish,
}
