import { ApiError, notFound } from '#contract/interface/api-error.ts'
import { samlVersion } from '#contract/apps/app-kinds.ts'
import type { appMetadataRoutes } from '#contract/routes/app-metadata.ts'
import { appOfExternalKey, signingApp, type SigningApp } from '#operations/federation/metadata.ts'
import { readOrganization } from '#operations/organization/organization.ts'
import { signedXml } from '#operations/federation/signed-xml.ts'
import type { XmlElement } from '#operations/federation/xml.ts'
import type { Service } from '#operations/service/service.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { preferredType } from '../../preferred-type.ts'
import { saml11Metadata, samlMetadata, wsFederationMetadata } from './app-metadata.ts'
import { helpPath } from '../apps/presenter.ts'
import { XML } from './key-descriptor.ts'
import { setupPage } from './setup-page.ts'

const XML_TYPES = ['application/xml', 'text/xml'] as const
/** WHY text first: it is what the public interface declares, and its client libraries read nothing else. */
const SAML_TYPES = ['text/xml', 'application/xml'] as const

/** Of the names of XML, the one that a client takes. @throws ApiError E0000019 for a client that takes none (spec/5 §8.5) */
function takenXml(accept: string | undefined, offered: typeof XML_TYPES | typeof SAML_TYPES): string {
  const type = preferredType(accept, offered)
  if (type === undefined) throw new ApiError('E0000019')
  return type
}

/** @throws ApiError E0000019 for a client that takes no XML (spec/5 §8.5) */
export function assertTakesXml(accept: string | undefined): void {
  takenXml(accept, XML_TYPES)
}

const reply = async (
  { secretBox }: Service,
  { key }: Pick<SigningApp, 'key'>,
  document: XmlElement,
  type: string = XML,
) => ({ body: { type, data: await signedXml(secretBox, key, document) } })

export const appMetadataHandlers: HandlerTable<typeof appMetadataRoutes> = {
  getAppSamlMetadata: async ({ service, params, query, headers, base }) => {
    const type = takenXml(headers.accept, SAML_TYPES)
    const signing = await signingApp(service, params.appId, (app) => samlVersion(app) !== null, query.kid)
    const describe = samlVersion(signing.app) === '2.0' ? samlMetadata : saml11Metadata
    return reply(service, signing, describe(signing, base), `${type};charset=UTF-8`)
  },
  getWsFederationMetadata: async ({ service, params, headers, base }) => {
    assertTakesXml(headers.accept)
    const appId = await appOfExternalKey(service, params.appName, params.externalKey)
    const signing = await signingApp(service, appId, ({ signOnMode }) => signOnMode === 'WS_FEDERATION')
    return reply(service, signing, wsFederationMetadata(signing, base))
  },
  showSetupInstructions: async ({ service, reader, params: { appName, appId, signOnMode }, base }) => {
    const app = await service.apps.get(appId)
    if (helpPath(app) !== helpPath({ id: appId, name: appName, signOnMode })) throw notFound(appId, 'AppInstance')
    const { name } = await readOrganization(reader)
    return { body: { type: 'text/html; charset=utf-8', data: setupPage(app, name, base) } }
  },
}
