import type { CATALOGUE, CatalogueName } from './entries.ts'

/** A setting as people read it: its label, and a sentence of what it does. */
export interface SettingLabel {
  readonly label: string
  readonly help: string
}

/** Keys of the settings of a template that a form asks for: secrets are not stored. */
type AskedKey<Settings> = {
  [Key in keyof Settings]: Settings[Key] extends 'secret' ? never : Key
}[keyof Settings]
type SettingName = { [Name in CatalogueName]: AskedKey<(typeof CATALOGUE)[Name]['settings']> }[CatalogueName]

const AWS = {
  awsEnvironmentType: {
    label: 'Environment',
    help: 'Which cloud the accounts are in, such as the commercial one or that of a government.',
  },
  groupFilter: {
    label: 'Groups that give roles',
    help: 'A regular expression for their names. Its named groups can be used in the pattern of role values.',
  },
  loginURL: { label: 'Login page', help: 'The address where people sign in there without single sign-on.' },
  joinAllRoles: {
    label: 'Roles of all assigned groups count',
    help: 'Otherwise people have those of their first group only.',
  },
  sessionDuration: { label: 'Session length', help: 'How long a session there lasts after a sign-in.' },
  roleValuePattern: {
    label: 'Pattern of role values',
    help: 'How the name of a group becomes the role that is sent, with the parts that the expression above finds.',
  },
  appFilter: { label: 'Application filter', help: 'Limits the groups that give roles to those of one application.' },
  webSSOAllowedClient: {
    label: 'Client allowed for web sign-on',
    help: 'The ID of an OpenID Connect client that may start a sign-in there, such as a command-line tool.',
  },
  overrideAcsURL: {
    label: 'Address of the environment',
    help: 'Where assertions are sent in an environment that has an address of its own.',
  },
  identityProviderArn: {
    label: 'Identity provider (ARN)',
    help: 'The resource name that this organization has there as an identity provider.',
  },
  useGroupMapping: {
    label: 'Groups give roles',
    help: 'Roles follow from the names of groups. Otherwise they are chosen at each assignment.',
  },
} as const

const OFFICE = {
  wsFedConfigureType: {
    label: 'Set-up of WS-Federation',
    help: 'Whether the domains are federated automatically or by an administrator there.',
  },
  windowsTransportEnabled: {
    label: 'Windows transport is allowed',
    help: 'Windows devices may sign in over WS-Trust, without a browser.',
  },
  domain: { label: 'Domain', help: 'The main domain of the accounts there, such as example.com.' },
  domains: { label: 'Federated domains', help: 'All domains whose people sign in here. Type one; Enter takes it.' },
  msftTenant: { label: 'Tenant', help: 'The name of the tenant: the first part of its initial domain.' },
  requireAdminConsent: {
    label: 'An administrator must consent',
    help: 'An administrator of the tenant has to agree before it is connected.',
  },
  tenantType: {
    label: 'Type of tenant',
    help: 'Which cloud the tenant is in, such as the commercial one or that of a government.',
  },
  occSettings: { label: 'OCC settings', help: 'Stored and returned as it is; nothing here reads it.' },
  office365ProvisioningType: {
    label: 'Provisioning',
    help: 'How accounts are created and kept up to date there.',
  },
  office365FlexibleProvisioningMode: {
    label: 'Flexible provisioning',
    help: 'Which attributes are kept up to date where provisioning leaves a choice.',
  },
} as const

/** Every setting of a template that the catalogue knows, by its key; one that two templates share means the same in both. */
export const TEMPLATE_SETTINGS: Readonly<Record<SettingName, SettingLabel>> = {
  ...AWS,
  ...OFFICE,
  adminUserId: { label: 'User ID of an administrator', help: 'The account in whose name changes are made there.' },
  baseUrl: { label: 'Base address', help: 'The address of the service where it is not the usual one.' },
  subdomain: { label: 'Subdomain', help: 'The first part of your address there: acme in acme.example.com.' },
  afwOnly: { label: 'Only for managed devices', help: 'It is used for the work profiles of managed devices alone.' },
  rpId: { label: 'Relying party ID', help: 'The ID of the SAML profile there, where there is more than one.' },
  afwId: { label: 'ID of managed devices', help: 'The ID under which the organization manages devices there.' },
}

/** What a sign-on setting says in place of a template, by its key; forms and the preview of an assertion name them so. */
export const OVERRIDE_LABELS = {
  ssoAcsUrlOverride: 'Assertion consumer service',
  audienceOverride: 'Audience',
  recipientOverride: 'Recipient',
  destinationOverride: 'Destination',
} as const satisfies Record<`${string}Override`, string>
