import { appDefinition } from '#contract/apps/definition.ts'
import { OWN_ISSUER } from '#contract/apps/modes/federation.ts'
import { samlFacts } from '#contract/apps/modes/listed-saml.ts'
import { externalKeyOf } from '#operations/federation/external-key.ts'
import type { SigningApp } from '#operations/federation/metadata.ts'
import { element, type XmlElement } from '#operations/federation/xml.ts'
import { documentId, keyDescriptor, services } from './key-descriptor.ts'

/** Where what concerns an application is answered. */
const addressOf = ({ id, name }: SigningApp['app'], base: string) => `${base}/app/${name}/${externalKeyOf(id)}/sso`

const WITH_KEY = '${org.externalKey}'

/** The name by which the service of an application knows this one, unless its settings have another. */
export const issuerOf = ({ id }: SigningApp['app'], issuer: string = OWN_ISSUER) =>
  issuer.replaceAll(WITH_KEY, externalKeyOf(id))

/** What a service has to know of this one to let people in by SAML 2.0; `logout` null: no one is signed out by it. */
export function samlProvider(app: SigningApp['app'], base: string) {
  const { settings } = appDefinition(app, app.definition, app.definition.features)
  const { idpIssuer, slo, subjectNameIdFormat, samlSignedRequestEnabled } = samlFacts(settings)
  const at = addressOf(app, base)
  return {
    entityID: issuerOf(app, idpIssuer ?? ''),
    signOn: `${at}/saml`,
    logout: slo.enabled ? `${at.replace(/sso$/, 'slo')}/saml` : null,
    nameFormat: subjectNameIdFormat,
    wantsSigned: samlSignedRequestEnabled,
  }
}

/** Who we are to a service that people sign in to by SAML 2.0: the document by which it trusts us (spec/5 §8.5). */
export function samlMetadata({ app, key }: SigningApp, base: string): XmlElement {
  const { entityID, signOn, logout, nameFormat, wantsSigned } = samlProvider(app, base)
  const provider = element(
    'md:IDPSSODescriptor',
    {
      WantAuthnRequestsSigned: String(wantsSigned),
      protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol',
    },
    [
      keyDescriptor(key),
      ...(logout === null ? [] : services('md:SingleLogoutService', logout)),
      element('md:NameIDFormat', {}, [nameFormat]),
      ...services('md:SingleSignOnService', signOn),
    ],
  )
  return element('md:EntityDescriptor', { entityID, ID: documentId(app.id, key) }, [provider])
}

/** The same of SAML 1.1, which has no requests to sign, and in which a browser brings an assertion by POST (spec/6 11). */
export function saml11Metadata({ app, key }: SigningApp, base: string): XmlElement {
  const provider = element(
    'md:IDPSSODescriptor',
    { protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:1.1:protocol' },
    [
      keyDescriptor(key),
      element('md:NameIDFormat', {}, ['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified']),
      element('md:SingleSignOnService', {
        Binding: 'urn:oasis:names:tc:SAML:1.0:profiles:browser-post',
        Location: `${addressOf(app, base)}/saml`,
      }),
    ],
  )
  return element('md:EntityDescriptor', { entityID: issuerOf(app), ID: documentId(app.id, key) }, [provider])
}

const TOKEN_SERVICE_ENDPOINTS = ['fed:SecurityTokenServiceEndpoint', 'fed:PassiveRequestorEndpoint']

/** The same for a service of WS-Federation. Its entity is named as that of a SAML application is. */
export function wsFederationMetadata({ app, key }: SigningApp, base: string): XmlElement {
  const address = element('wsa:EndpointReference', {}, [
    element('wsa:Address', {}, [`${addressOf(app, base)}/wsfed/passive`]),
  ])
  const service = element(
    'md:RoleDescriptor',
    {
      // The value of the type needs it, which the library does not read.
      'xmlns:fed': 'http://docs.oasis-open.org/wsfed/federation/200706',
      'xsi:type': 'fed:SecurityTokenServiceType',
      protocolSupportEnumeration: 'http://docs.oasis-open.org/wsfed/federation/200706',
    },
    [keyDescriptor(key), ...TOKEN_SERVICE_ENDPOINTS.map((name) => element(name, {}, [address]))],
  )
  return element('md:EntityDescriptor', { entityID: issuerOf(app), ID: documentId(app.id, key) }, [service])
}
