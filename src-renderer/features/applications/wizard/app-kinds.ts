import { CATALOGUE, type CatalogueEntry } from '#contract/apps/catalogue/entries.ts'
import { modeLabel, SIGN_ON_MODE_TABLE, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import type { Draft } from '#ui/resource/form/field-specs.ts'

/** A kind of application that can be made, as it is offered. */
interface OfferedKind {
  /** Names it in a draft. */
  key: string
  title: string
  /** When to choose it, in a sentence. */
  when: string
  /** What a draft of it says from the start. */
  start: Draft
}

/** Of a mode, what the table of modes does not say. */
type Offer = Omit<OfferedKind, 'start'> & { start?: Draft }

const client = (type: string, grants: readonly string[], isPublic = false): Draft => ({
  settings: { oauthClient: { application_type: type, grant_types: grants } },
  ...(isPublic ? { credentials: { oauthClient: { pkce_required: true } } } : {}),
})

/** Every mode with the kinds that it is offered as. */
const OFFERS: Readonly<Record<SignOnMode, readonly Offer[]>> = {
  OPENID_CONNECT: [
    {
      ...{ key: 'web', title: 'Web application' },
      when: 'Runs on a server that can keep a secret, and speaks OpenID Connect. The usual choice for what you build.',
      start: client('web', ['authorization_code']),
    },
    {
      ...{ key: 'browser', title: 'Single-page application' },
      when: 'Runs in the browser and speaks OpenID Connect. It cannot keep a secret, so PKCE protects its codes.',
      start: client('browser', ['authorization_code'], true),
    },
    {
      ...{ key: 'native', title: 'Native application' },
      when: 'Is installed on a phone or a computer and speaks OpenID Connect. It cannot keep a secret either.',
      start: client('native', ['authorization_code', 'refresh_token'], true),
    },
    {
      ...{ key: 'service', title: 'Service' },
      when: 'Calls other services by OAuth 2.0. No person signs in to it.',
      start: client('service', ['client_credentials']),
    },
  ],
  SAML_2_0: [
    {
      ...{ key: 'saml2', title: SIGN_ON_MODE_TABLE.SAML_2_0.label },
      when: 'For services that ask for an identity provider’s metadata, an entity ID or an ACS URL.',
    },
  ],
  WS_FEDERATION: [
    {
      ...{ key: 'wsfed', title: SIGN_ON_MODE_TABLE.WS_FEDERATION.label },
      when: 'For older applications that ask for a realm and a reply address, and speak neither SAML 2.0 nor OpenID Connect.',
    },
  ],
  SAML_1_1: [
    {
      ...{ key: 'saml1', title: SIGN_ON_MODE_TABLE.SAML_1_1.label },
      when: 'Only for services that support nothing newer.',
    },
  ],
  BOOKMARK: [
    {
      ...{ key: 'bookmark', title: SIGN_ON_MODE_TABLE.BOOKMARK.label },
      when: 'A link on people’s dashboards: the page signs them in by itself, or not at all.',
    },
  ],
  BROWSER_PLUGIN: [
    {
      ...{ key: 'swa', title: SIGN_ON_MODE_TABLE.BROWSER_PLUGIN.label },
      when: 'For pages with a login form and no single sign-on: the plugin fills in name and password.',
    },
    {
      ...{ key: 'swa3', title: 'SWA with a third field' },
      when: 'The same for login forms that ask for something else too, such as a company.',
      start: { name: 'template_swa3field' },
    },
  ],
  SECURE_PASSWORD_STORE: [
    {
      ...{ key: 'sps', title: SIGN_ON_MODE_TABLE.SECURE_PASSWORD_STORE.label },
      when: 'Like SWA, without a plugin: name and password are posted to the login page.',
    },
  ],
  AUTO_LOGIN: [
    {
      ...{ key: 'auto', title: SIGN_ON_MODE_TABLE.AUTO_LOGIN.label },
      when: 'Like SWA, for pages whose form the plugin finds by itself.',
    },
  ],
  BASIC_AUTH: [
    {
      ...{ key: 'basic', title: SIGN_ON_MODE_TABLE.BASIC_AUTH.label },
      when: 'For pages where the browser itself asks for name and password.',
    },
  ],
}

const blank: Draft = { label: '' }
const offered = (mode: SignOnMode): OfferedKind[] =>
  OFFERS[mode].map(({ start, ...offer }) => ({ ...offer, start: { ...blank, signOnMode: mode, ...start } }))

/** Kinds under a heading. */
interface KindGroup {
  title: string
  kinds: readonly OfferedKind[]
}

/** An application of the catalogue; one without single sign-on says no mode. */
const listedKind = ([name, { label, modes }]: [string, CatalogueEntry]): OfferedKind => ({
  ...{ key: `catalogue:${name}`, title: label },
  when: modes.map(modeLabel).join(' or '),
  start: { ...blank, label, name, signOnMode: modes[0] },
})

/** All that can be made, as the wizard offers it. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    title: 'Single sign-on',
    kinds: (['OPENID_CONNECT', 'SAML_2_0', 'WS_FEDERATION', 'SAML_1_1'] as const).flatMap(offered),
  },
  {
    title: 'Links and passwords',
    kinds: (['BOOKMARK', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE', 'AUTO_LOGIN', 'BASIC_AUTH'] as const).flatMap(
      offered,
    ),
  },
  { title: 'Catalogue', kinds: Object.entries<CatalogueEntry>(CATALOGUE).map(listedKind) },
]

const ALL = KIND_GROUPS.flatMap(({ kinds }) => kinds)
/** The kind of a key; undefined for one that is offered no more. */
export const kindByKey = (key: string): OfferedKind | undefined => ALL.find((kind) => kind.key === key)
