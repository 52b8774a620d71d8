import type { SignOnMode } from '../sign-on-modes.ts'
import type { TemplateSettings } from './template.ts'

/** An application that is known by name: all that differs from one of the organization's own of the same mode. */
export interface CatalogueEntry {
  /** As people know it. */
  readonly label: string
  /** How people can get in, the usual way first; null: not by this service, so that the application is without single sign-on. */
  readonly modes: readonly [SignOnMode | null, ...(SignOnMode | null)[]]
  /** What `settings.app` holds; null where the documents do not say. */
  readonly settings: TemplateSettings | null
  /** Where the documents do not say: settings that are answered all the same, as null where a request gives none (spec/6 11). */
  readonly knownSettings?: readonly string[]
  /** Its links on people's pages, and which of them are shown from the start. */
  readonly appLinks: Readonly<Record<string, boolean>>
  /** Whether seats are counted. */
  readonly licensed?: true
  /** Whether it is told by metadata of SAML 1.1 who signs in WS-Federation, whose tokens are of that (spec/6 11). */
  readonly samlMetadata?: true
  /** Whether a new one starts without policies (spec/1 "Defaults" 2). */
  readonly withoutDefaultPolicies?: true
  /** Whether it keeps the records of an employer about people, which expressions of the Classic language ask for. */
  readonly hrSystem?: true
}

const all = (shown: boolean, ...names: string[]) => Object.fromEntries(names.map((name) => [name, shown]))

/** The programs of the office suite (spec/6 11). */
const SUITE = all(
  false,
  ...['calendar', 'crm', 'delve', 'excel', 'forms', 'mail', 'newsfeed', 'onedrive', 'people', 'planner', 'powerbi'],
  ...['powerpoint', 'sites', 'sway', 'tasks', 'teams', 'word', 'yammer'],
)

/**
 * The catalogue: one row for each application, by its name on the wire. Names, settings, links and licensing are those of spec/5 §8.1
 * and §8.3; which modes a row has is ours where nothing is recorded. The documents exclude a productivity suite, a RADIUS
 * application and one for further factors from the default policies; the last two names are ours.
 */
export const CATALOGUE = {
  pagerduty: {
    label: 'PagerDuty',
    modes: ['SAML_2_0', 'BROWSER_PLUGIN'],
    settings: { adminUserId: 'text', baseUrl: 'text', subdomain: 'text' },
    appLinks: { login: true },
  },
  office365: {
    label: 'Office 365',
    modes: ['WS_FEDERATION', 'SAML_1_1', 'BROWSER_PLUGIN'],
    settings: {
      wsFedConfigureType: 'text',
      windowsTransportEnabled: 'flag',
      domain: 'text',
      domains: 'lines',
      msftTenant: 'text',
      requireAdminConsent: 'flag',
      tenantType: 'text',
      occSettings: 'text',
      office365ProvisioningType: 'text',
      office365FlexibleProvisioningMode: 'text',
    },
    appLinks: { login: true, ...SUITE },
    licensed: true,
    samlMetadata: true,
    withoutDefaultPolicies: true,
  },
  aws_console: {
    label: 'AWS Console',
    modes: ['BROWSER_PLUGIN'],
    settings: null,
    appLinks: { aws_console_login: true },
  },
  sharepoint_onpremise: {
    label: 'SharePoint (on premises)',
    modes: ['SAML_1_1'],
    settings: null,
    knownSettings: ['attributeStatements'],
    appLinks: { login: true },
  },
  amazon_aws: {
    label: 'AWS Account Federation',
    modes: ['SAML_2_0', 'BROWSER_PLUGIN'],
    settings: {
      awsEnvironmentType: 'text',
      groupFilter: 'text',
      loginURL: 'text',
      joinAllRoles: 'flag',
      sessionDuration: 'seconds',
      roleValuePattern: 'text',
      appFilter: 'text',
      webSSOAllowedClient: 'text',
      overrideAcsURL: 'text',
      identityProviderArn: 'text',
      accessKey: 'secret',
      secretKey: 'secret',
      secretKeyEnc: 'secret',
      useGroupMapping: 'flag',
    },
    appLinks: { login: true },
  },
  google: {
    label: 'Google Workspace',
    modes: ['SAML_2_0', 'BROWSER_PLUGIN'],
    settings: { afwOnly: 'flag', domain: 'text', rpId: 'text', afwId: 'text' },
    appLinks: all(true, 'accounts', 'calendar', 'drive', 'keep', 'mail', 'sites'),
    licensed: true,
  },
  deelhr: {
    label: 'Deel HR',
    modes: [null],
    settings: null,
    appLinks: { deelhr_link: true },
    hrSystem: true,
  },
  strongdm: { label: 'StrongDM', modes: ['OPENID_CONNECT'], settings: null, appLinks: { strongdm_link: true } },
  deel: { label: 'Deel', modes: ['OPENID_CONNECT'], settings: null, appLinks: { deel_link: true } },
  applauz: { label: 'Applauz', modes: ['OPENID_CONNECT'], settings: null, appLinks: { applauz_link: true } },
  svc_org2org: {
    label: 'Organization to organization',
    modes: ['SAML_2_0'],
    settings: null,
    appLinks: { login: true },
  },
  /** AUTO_LOGIN: so were those made that are older than the catalogue. */
  svc_radius: {
    label: 'RADIUS',
    modes: [null, 'AUTO_LOGIN'],
    settings: {},
    appLinks: { svc_radius_link: true },
    withoutDefaultPolicies: true,
  },
  svc_mfa: {
    label: 'Further factors',
    modes: [null, 'AUTO_LOGIN'],
    settings: {},
    appLinks: { svc_mfa_link: true },
    withoutDefaultPolicies: true,
  },
} as const satisfies Record<string, CatalogueEntry>

export type CatalogueName = keyof typeof CATALOGUE
