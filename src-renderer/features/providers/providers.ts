import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import type { IdentityProviderType } from '#contract/policy/resources/identity-provider-protocol.ts'
import { PROTOCOLS_OF } from '#contract/policy/resources/identity-provider-protocol.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

/** Other services that vouch for people. */
export const providers = defineResource({
  kind: 'identityProvider',
  title: 'Identity providers',
  operations: {
    list: 'listIdentityProviders',
    get: 'getIdentityProvider',
    create: 'createIdentityProvider',
    replace: 'replaceIdentityProvider',
    remove: 'deleteIdentityProvider',
    activate: 'activateIdentityProvider',
    deactivate: 'deactivateIdentityProvider',
  },
  nameOf: ({ name }) => name,
})

/** Whether a type speaks a protocol that is set up here; those of the local network do not. */
export const hasProtocol = (type: IdentityProviderType): boolean => PROTOCOLS_OF[type].length > 0

/** Whose word is taken: the issuer, or where people are sent; empty where neither is set. */
export function issuerOf({ protocol }: IdentityProvider): string {
  return (
    protocol?.issuer?.url ??
    protocol?.credentials?.trust?.issuer ??
    protocol?.endpoints?.sso?.url ??
    protocol?.endpoints?.authorization?.url ??
    ''
  )
}
