import { describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { otherNames, settingsParts } from '#contract/apps/app-kinds.ts'
import { CATALOGUE, type CatalogueEntry } from '#contract/apps/catalogue/entries.ts'
import { modeRow, SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { generalForm, SETTINGS_FIELDS, signOnForm } from '#ui/features/applications/application-form.ts'
import { settingLines, settingRows, settingsOf } from '#ui/features/applications/sign-on/free-settings.ts'
import { bodyOf, visibleFields } from '#ui/resource/form/form-body.ts'
import { leaves } from '../../../helpers/schema-leaves.ts'

/** What no field shows, and why. */
const WITHOUT_FIELD: Readonly<Record<string, RegExp>> = {
  'written as JSON: they are lists, or go with a certificate':
    /^settings\.signOn\.(?:acsEndpoints|allowMultipleAcsEndpoints|inlineHooks|slo|spCertificate|samlSignedRequestEnabled)\b/,
  'follow from others': /^settings\.(?:signOn\.spIssuer|oauthClient\.response_types)$/,
  'has one value alone': /^settings\.(?:signOn\.assertionEncryption|oauthClient\.backchannel_token_delivery_mode)\b/,
  'is of a grant that no form offers': /^settings\.oauthClient\.backchannel_custom_authenticator_id$/,
  'has cards under Credentials': /^settings\.oauthClient\.jwks\./,
  'is a secret, which is not stored': /^settings\.app\.(?:accessKey|secretKey|secretKeyEnc)$/,
}

type Kind = readonly [name: string, mode: SignOnMode | null]
const KINDS: readonly Kind[] = [
  ...SIGN_ON_MODES.flatMap((mode) =>
    [modeRow(mode)?.name ?? 'made_of_label_1', ...otherNames(mode)].map((name): Kind => [name, mode]),
  ),
  ...Object.entries<CatalogueEntry>(CATALOGUE).flatMap(([name, { modes }]) => modes.map((mode): Kind => [name, mode])),
]
/** Answers by which all fields of a client are shown. */
const oauthClient = {
  ...{ application_type: 'web', grant_types: ['authorization_code', 'refresh_token'] },
  ...{ refresh_token: { rotation_type: 'ROTATE' }, network: { connection: 'ZONE' }, participate_slo: true },
  idp_initiated_login: { mode: 'SPEC' },
}

describe('the settings of an application', () => {
  it.each(KINDS)('%s by %s have a field each, in the form, the page and the wizard', (name, signOnMode) => {
    const shown = visibleFields(SETTINGS_FIELDS, { name, signOnMode, settings: { oauthClient } }).map(
      ({ path }) => path,
    )
    const known = Object.entries(settingsParts({ name, signOnMode })).flatMap(([part, schema]) =>
      leaves(schema as Parameters<typeof leaves>[0]).map((leaf) => ['settings', part, leaf].filter(Boolean).join('.')),
    )
    const isSame = (field: string, leaf: string) => leaf === field || leaf.startsWith(`${field}.`)
    const isExcused = (leaf: string) => Object.values(WITHOUT_FIELD).some((pattern) => pattern.test(leaf))
    const isEmpty = (leaf: string) => leaf === 'settings.app' && CATALOGUE[name as 'svc_mfa']?.settings !== null
    const missing = known.filter((leaf) => !isEmpty(leaf) && !shown.some((field) => isSame(field, leaf)))
    expect(missing.filter((leaf) => !isExcused(leaf))).toEqual([])
    const strange = shown.filter((field) => !known.some((leaf) => isSame(field, leaf)))
    expect(strange.filter((field) => field.startsWith('settings.'))).toEqual([])
    expect(new Set(shown).size).toBe(shown.length)
  })

  it.each(KINDS)('%s by %s have plain labels, no two the same, and say what they are for', (name, signOnMode) => {
    const shown = visibleFields(SETTINGS_FIELDS, { name, signOnMode, settings: { oauthClient } })
    const labels = shown.map(({ label }) => label)
    expect(labels.filter((label) => /\b[a-z]\w*[A-Z]|_/.test(label))).toEqual([])
    const ofTemplate = shown.filter(({ path, control }) => path.startsWith('settings.app.') && control !== 'own')
    if (CATALOGUE[name as 'google']) {
      expect(new Set(labels).size).toBe(labels.length)
      expect(new Set(ofTemplate.map(({ help }) => help)).size).toBe(ofTemplate.length)
    }
  })

  it('are sent as they are shown, also where fields of other kinds have the same path', () => {
    const google = {
      ...{ label: 'Mail', name: 'google', signOnMode: 'SAML_2_0' },
      settings: {
        app: { domain: 'berths.example.com', afwOnly: true },
        signOn: { defaultRelayState: 'inbox', audienceOverride: 'urn:mail' },
      },
    }
    const untold = { ...google, name: 'svc_org2org', settings: { app: { baseUrl: 'https://other.example.com' } } }
    for (const draft of [google, untold]) expect(bodyOf(SETTINGS_FIELDS, draft)).toEqual(draft)
    expect(bodyOf(SETTINGS_FIELDS, { ...google, signOnMode: 'BROWSER_PLUGIN' }).settings).toEqual({
      app: google.settings.app,
    })
  })

  it('have the response types that follow from grants once those are changed, else the ones that were given, and no keys', () => {
    const client = { grant_types: ['authorization_code'], response_types: ['code', 'id_token'] }
    const jwks = { keys: [{ kid: 'berths-1' }] }
    const app = {
      name: 'oidc_client',
      label: 'Berths',
      signOnMode: 'OPENID_CONNECT',
      settings: { oauthClient: client },
    }
    const sent = (grants: string[]) => {
      const draft = { ...app, settings: { oauthClient: { ...client, jwks, grant_types: grants } } }
      return signOnForm(app as unknown as App).bodyOf?.(draft) as typeof app
    }
    expect(sent(['authorization_code']).settings.oauthClient).toEqual(client)
    expect(sent(['authorization_code', 'implicit']).settings.oauthClient).toEqual({
      grant_types: ['authorization_code', 'implicit'],
    })
    const renamed = { ...app, label: 'Quays', settings: { oauthClient: { ...client, jwks } } }
    expect(generalForm(app as unknown as App).bodyOf?.(renamed)).toEqual({
      ...renamed,
      settings: { oauthClient: client },
    })
    const saml = { name: 'app_1', label: 'Ferry', signOnMode: 'SAML_2_0', settings: { signOn: { audience: 'urn:x' } } }
    for (const formOf of [signOnForm, generalForm]) expect(formOf(saml as unknown as App).bodyOf?.(saml)).toEqual(saml)
  })

  it('that no field showed stay, unless what hides them was changed', () => {
    const client = {
      application_type: 'service',
      grant_types: ['client_credentials'],
      tos_uri: 'https://a.example.com',
    }
    const vpn = { network: { connection: 'DISABLED' }, message: 'Connect first', helpUrl: 'https://vpn.example.com' }
    const app = {
      ...{ name: 'oidc_client', label: 'Feed', signOnMode: 'OPENID_CONNECT' },
      settings: { oauthClient: client, notifications: { vpn } },
    }
    const stored = app as unknown as App
    const sent = (formOf: typeof signOnForm, draft: typeof app) => formOf(stored).bodyOf?.(draft) as typeof app
    const other = {
      ...app,
      settings: { ...app.settings, oauthClient: { ...client, jwks_uri: 'https://k.example.com' } },
    }
    expect(sent(signOnForm, other).settings.oauthClient).toMatchObject({ tos_uri: client.tos_uri })
    expect(sent(generalForm, { ...app, label: 'Feeds' }).settings.notifications.vpn).toEqual(vpn)
    const shownThen = { ...vpn, network: { connection: 'ANYWHERE' } }
    const before = { ...app, settings: { ...app.settings, notifications: { vpn: shownThen } } }
    expect(generalForm(before as unknown as App).bodyOf?.(app)).toMatchObject({
      settings: { notifications: { vpn: { network: { connection: 'DISABLED' } } } },
    })
    expect(JSON.stringify(generalForm(before as unknown as App).bodyOf?.(app))).not.toContain('Connect first')
  })

  it('that nothing is known of are rows of a name and a value, whose kind stays', () => {
    const numbers = { seats: 12, strict: true, former: null, tags: ['a', 1], deep: { on: false } }
    const texts = { subdomain: 'berths', code: '007', long: '1e9', tenant: '123456789012', twelve: '12', yes: 'true' }
    const settings = { ...numbers, ...texts }
    expect(settingsOf(settingRows(settings))).toEqual(settings)
    const edited = (name: string, value: string) =>
      settingsOf(settingRows(settings).map((row) => (row.name === name ? { ...row, value } : row)))
    expect(edited('subdomain', 'piers')).toEqual({ ...settings, subdomain: 'piers' })
    expect(edited('twelve', '13')).toEqual({ ...settings, twelve: '13' })
    expect(edited('seats', '13')).toEqual({ ...settings, seats: 13 })
    expect(settingsOf([{ name: 'seats', value: '13' }])).toEqual({ seats: 13 })
    expect(settingLines({ seats: 12 })).toEqual(['seats = 12'])
    expect(settingsOf([{ name: '', value: 'x' }])).toBeUndefined()
    expect(settingRows(undefined)).toEqual([])
  })
})
