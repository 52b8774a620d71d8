import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import type { SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { element, type XmlElement } from '#operations/federation/xml.ts'
import { documentId, keyDescriptor } from './key-descriptor.ts'

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/** Who we are to an identity provider: the document by which it sends people to us (spec/5 §9). @param provider as replies show it */
export function providerMetadata(provider: IdentityProvider, key: SigningKeyRecord): XmlElement {
  const { protocol, _links, id } = provider
  const audience = protocol?.credentials?.trust?.audience ?? ''
  const consumer = (_links['acs'] as { href: string }).href
  const isSigned = protocol?.algorithms?.request?.signature.scope !== 'NONE'
  const service = element(
    'md:SPSSODescriptor',
    {
      AuthnRequestsSigned: String(isSigned),
      WantAssertionsSigned: 'true',
      protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol',
    },
    [
      keyDescriptor(key),
      element('md:NameIDFormat', {}, [protocol?.settings?.nameFormat ?? UNSPECIFIED]),
      element('md:AssertionConsumerService', { index: '0', isDefault: 'true', Binding: POST, Location: consumer }),
    ],
  )
  return element('md:EntityDescriptor', { entityID: audience, ID: documentId(id, key) }, [service])
}
