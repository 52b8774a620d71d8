import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import { api } from '#ui/api/client.ts'
import { setIn } from '#ui/lib/tree.ts'
import type { KeyOwner } from '#ui/resource/credentials/key-owner.ts'
import { providers } from '../providers.ts'

/** A file name that says which provider it is of. */
const fileNameOf = ({ name, id }: IdentityProvider) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || id

/** A provider as the owner of the keys with which we sign what we ask of it. */
export function keyOwnerOf(provider: IdentityProvider): KeyOwner {
  const params = { idpId: provider.id }
  return {
    noun: 'provider',
    fileName: fileNameOf(provider),
    canManage: true,
    signingKid: provider.protocol?.credentials?.signing?.kid,
    listKeys: (signal) => api.call('listIdentityProviderSigningKeys', { params, signal }),
    generateKey: (years) =>
      api.call('generateIdentityProviderSigningKey', { params, query: { validityYears: years as never } }),
    listRequests: (signal) => api.call('listIdentityProviderCsrs', { params, signal }),
    makeRequest: (body) => api.call('createIdentityProviderCsr', { params, body }),
    deleteRequest: (csrId) => api.call('deleteIdentityProviderCsr', { params: { ...params, csrId } }),
    publish: (csrId, upload) => api.call('publishIdentityProviderCsr', { params: { ...params, csrId }, upload }),
    signWith: (kid) => providers.replace(provider.id, setIn(provider, 'protocol.credentials.signing.kid', kid)),
    beforeRotation: `Give ${provider.name} the metadata with its certificate first: until it has that, it refuses the requests, and no one can sign in through it.`,
    metadata: () => api.download('getIdentityProviderMetadata', { params }),
  }
}
