import { catalogueEntry, isListed } from '#contract/apps/catalogue/catalogue.ts'
import { hasScheme, SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { getIn } from '#ui/lib/tree.ts'
import { isOneOf, type Draft, type When } from '#ui/resource/form/field-specs.ts'

/** The kind that a draft is of. */
export const kindOf = (draft: Draft) => {
  const [name, mode] = [draft['name'], draft['signOnMode']]
  return { name: typeof name === 'string' ? name : undefined, signOnMode: (mode ?? null) as SignOnMode | null }
}
/** Whether it is of the catalogue: then its template has settings of its own. */
export const isOfCatalogue: When = (draft) => {
  const { name, signOnMode } = kindOf(draft)
  return isListed(name, signOnMode)
}
const ofMode = (...names: SignOnMode[]): When => isOneOf('signOnMode', ...names)
const modes = (...names: SignOnMode[]): When => {
  const isMode = ofMode(...names)
  return (draft) => isMode(draft) && !isOfCatalogue(draft)
}
const listed = (...names: SignOnMode[]): When => {
  const isMode = ofMode(...names)
  return (draft) => isMode(draft) && isOfCatalogue(draft)
}
/*
 * When a setting is one of an application, for `when` of its field: by its mode, and where a mode has several kinds by its
 * name. Those of a mode alone mean an application of one's own; the catalogue's have settings by their templates.
 */

/** The template whose form has a third field, apart from its mode. */
export const hasThreeFields: When = isOneOf('name', 'template_swa3field')
const butThree =
  (when: When): When =>
  (draft) =>
    when(draft) && !hasThreeFields(draft)

export const isBasicAuth = modes('BASIC_AUTH')
/** Also of the catalogue: the login page is no part of its templates. */
export const isAutoLogin = ofMode('AUTO_LOGIN')
export const isBookmark = modes('BOOKMARK')
export const isPosted = modes('SECURE_PASSWORD_STORE')
export const isSaml = modes('SAML_2_0')
export const isWsFederation = modes('WS_FEDERATION')
export const isClient = modes('OPENID_CONNECT')
export const opensPage = butThree(modes('BOOKMARK', 'BASIC_AUTH', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE'))
export const fillsForm = butThree(modes('BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE'))
export const fillsByPlugin = butThree(modes('BROWSER_PLUGIN'))
export const isListedSaml = listed('SAML_2_0')
export const isListedSaml11 = listed('SAML_1_1')
/** One's own: there is no template that says the rest. */
export const isSaml11 = modes('SAML_1_1')
/** Whether nothing says which settings its template has. */
export const hasUnknownSettings: When = (draft) =>
  isOfCatalogue(draft) && catalogueEntry(kindOf(draft).name)?.settings === null
export const hasCredentials = ofMode(...SIGN_ON_MODES.filter(hasScheme))
/** Statements about people are those of one's own application, and of the catalogue's. */
export const statesAttributes = ofMode('SAML_2_0')
export const isShared = isOneOf('credentials.scheme', 'SHARED_USERNAME_AND_PASSWORD')

const grantsOf = (draft: Draft) => (getIn(draft, 'settings.oauthClient.grant_types') ?? []) as readonly string[]
export const usesRefreshTokens: When = (draft) => isClient(draft) && grantsOf(draft).includes('refresh_token')
export const rotatesTokens: When = (draft) =>
  usesRefreshTokens(draft) && isOneOf('settings.oauthClient.refresh_token.rotation_type', 'ROTATE')(draft)
export const hasBrowser: When = (draft) =>
  isClient(draft) && !isOneOf('settings.oauthClient.application_type', 'service')(draft)
