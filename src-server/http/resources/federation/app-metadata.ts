import { appDefinition } from '#contract/apps/definition.ts'
import { samlFacts } from '#contract/apps/modes/listed-saml.ts'
import { externalKeyOf } from '#operations/federation/external-key.ts'
import type { SigningApp } from '#operations/federation/metadata.ts'
import { element, type XmlElement } from '#operations/federation/xml.ts'
import { documentId, keyDescriptor, services } from './key-descriptor.ts'

/** Where what concerns an application is answered. */
export const addressOf = ({ id, name }: SigningApp['app'], base: string) =>
  `${base}/app/${name}/${externalKeyOf(id)}/sso`

const WITH_KEY = '${org.externalKey}'

/** The name by which a service knows this one. */
export const entityOf = ({ id }: SigningApp['app'], issuer: string | null | undefined) =>
  (issuer ?? '').replaceAll(WITH_KEY, externalKeyOf(id))

/** Who we are to a service that people sign in to by SAML 2.0: the document by which it trusts us (spec/5 §8.5). */
export function samlMetadata({ app, key }: SigningApp, base: string): XmlElement {
  const { settings } = appDefinition(app, app.definition, app.definition.features)
  const signOn = samlFacts(settings)
  const at = addressOf(app, base)
  const provider = element(
    'md:IDPSSODescriptor',
    {
      WantAuthnRequestsSigned: String(signOn.samlSignedRequestEnabled),
      protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol',
    },
    [
      keyDescriptor(key),
      ...(signOn.slo.enabled ? services('md:SingleLogoutService', `${at.replace(/sso$/, 'slo')}/saml`) : []),
      element('md:NameIDFormat', {}, [signOn.subjectNameIdFormat]),
      ...services('md:SingleSignOnService', `${at}/saml`),
    ],
  )
  return element('md:EntityDescriptor', { entityID: entityOf(app, signOn.idpIssuer), ID: documentId(app.id, key) }, [
    provider,
  ])
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
  const entityID = `http://svc.example.com/${externalKeyOf(app.id)}`
  return element('md:EntityDescriptor', { entityID, ID: documentId(app.id, key) }, [service])
}
