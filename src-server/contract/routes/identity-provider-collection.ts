import { collection } from '../interface/collection.ts'
import { identityProviderSchema, identityProviderWriteSchema } from '../policy/resources/identity-provider.ts'

/** What the operations below an identity provider share. */
export const identityProviders = collection('identityProvider', {
  tag: 'Identity providers',
  noun: 'an identity provider',
  read: identityProviderSchema,
  write: identityProviderWriteSchema,
  created: 200,
})
