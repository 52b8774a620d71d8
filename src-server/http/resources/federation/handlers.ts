import { ApiError } from '#contract/interface/api-error.ts'
import type { appMetadataRoutes } from '#contract/routes/app-metadata.ts'
import { appOfExternalKey, signingApp, type SigningApp } from '#operations/federation/metadata.ts'
import { signedXml } from '#operations/federation/signed-xml.ts'
import type { XmlElement } from '#operations/federation/xml.ts'
import type { Service } from '#operations/service.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { preferredType } from '../../preferred-type.ts'
import { samlMetadata, wsFederationMetadata } from './app-metadata.ts'
import { XML } from './key-descriptor.ts'

/** @throws ApiError E0000019 for a client that takes no XML (spec/5 §8.5) */
export function assertTakesXml(accept: string | undefined): void {
  if (preferredType(accept, ['application/xml', 'text/xml']) === undefined) throw new ApiError('E0000019')
}

const reply = async ({ secretBox }: Service, { key }: Pick<SigningApp, 'key'>, document: XmlElement) => ({
  body: { type: XML, data: await signedXml(secretBox, key, document) },
})

export const appMetadataHandlers: HandlerTable<typeof appMetadataRoutes> = {
  getAppSamlMetadata: async ({ service, params, query, headers, base }) => {
    assertTakesXml(headers.accept)
    const signing = await signingApp(service, params.appId, 'SAML_2_0', query.kid)
    return reply(service, signing, samlMetadata(signing, base))
  },
  getWsFederationMetadata: async ({ service, params, headers, base }) => {
    assertTakesXml(headers.accept)
    const appId = await appOfExternalKey(service, params.appName, params.externalKey)
    const signing = await signingApp(service, appId, 'WS_FEDERATION')
    return reply(service, signing, wsFederationMetadata(signing, base))
  },
}
