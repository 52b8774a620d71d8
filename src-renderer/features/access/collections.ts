import {
  AUTHENTICATOR_KEYS,
  AUTHENTICATOR_NAMES,
  type AuthenticatorKey,
} from '../../../src-server/contract/authenticator-table.ts'
import type { OperationId } from '../../../src-server/contract/routes/index.ts'
import { authenticatorTraits } from '../../../src-server/contract/supporting/authenticator.ts'
import { BEHAVIOR_TYPES, LOCATION_GRANULARITIES } from '../../../src-server/contract/supporting/behavior.ts'
import {
  ASSURANCE_PLATFORMS,
  ASSURANCE_SIGNALS,
  encryptionTypesOf,
  SCREEN_LOCK_TYPES,
  type AssurancePlatform,
  type AssuranceSignal,
} from '../../../src-server/contract/supporting/device-assurance.ts'
import {
  IDENTITY_PROVIDER_TYPES,
  PROTOCOLS_OF,
  type IdentityProviderType,
} from '../../../src-server/contract/supporting/identity-provider.ts'
import type { Engine, Use } from '../../../src-server/contract/workspace.ts'
import { api } from '../../api/client.ts'
import { PLACES } from '../../app/places.ts'
import { getIn } from '../../components/tree.ts'
import { BELONGS, findUses } from '../../components/uses.ts'
import { optionsOf, type Draft, type FormFieldSpec } from './form-fields.ts'

/** An object of any of the collections, as the service gives it. */
export interface Item extends Draft {
  id: string
  name: string
  status?: 'ACTIVE' | 'INACTIVE'
}

export interface Collection {
  path: string
  title: string
  /** Singular, as in a sentence. */
  one: string
  lead: string
  /** Of its operations' ids, such as `Behavior`. */
  noun: string
  list: OperationId
  param: string
  /** The only engine that has it; absent: both. */
  engine?: Engine
  /** Whether it can be switched off and on. */
  lifecycle: boolean
  /** What the list says of an object beside its name. */
  about: (item: Item) => string
  aboutTitle: string
  /** What stands in no policy but holds all the same, or null. */
  keeps: (item: Item) => string | null
  /** The policies and rules that name it, or, of an authorization server, belong to it. */
  usesOf: (item: Item, signal?: AbortSignal) => Promise<Use[]>
  /** What those are called above their list, and what it means when there are none. */
  usesTitle: string
  unused: string
  /** Whether the organization can have a second one of a kind; always, unless said. */
  several?: (kind: string) => boolean
  /** A new object; `kind` is the value of the field that cannot change later. */
  blank: (kind?: string) => Draft
  fields: readonly FormFieldSpec[]
}

const name: FormFieldSpec = { path: 'name', label: 'Name', control: 'text', required: true }
const is =
  (path: string, ...values: string[]) =>
  (draft: Draft) =>
    values.includes(String(getIn(draft, path)))

const NAMED = {
  usesTitle: 'Policies and rules that name it',
  unused: 'Changing or deleting it changes nothing for anybody.',
} as const

/** The policies of an authorization server, which go with it. */
async function policiesOf({ id }: Item, signal?: AbortSignal): Promise<Use[]> {
  const policies = await api.call('listServerPolicies', { params: { authServerId: id }, signal })
  return policies.map(({ id: policyId, name: policyName, type: policyType, status }) => ({
    policyId,
    policyName,
    policyType,
    ruleId: null,
    ruleName: null,
    path: BELONGS,
    status,
  }))
}

const BEHAVIOR_WORDS = {
  ANOMALOUS_LOCATION: 'New place',
  ANOMALOUS_DEVICE: 'New device',
  ANOMALOUS_IP: 'New address',
  VELOCITY: 'Impossible travel',
}
const GRANULARITY_WORDS = {
  LAT_LONG: 'Distance',
  CITY: 'Another city',
  SUBDIVISION: 'Another state or province',
  COUNTRY: 'Another country',
}
const PLATFORM_WORDS = { ANDROID: 'Android', IOS: 'iOS', MACOS: 'macOS', WINDOWS: 'Windows', CHROMEOS: 'ChromeOS' }
const ENCRYPTION_WORDS = { FULL: 'Whole device', USER: 'Each profile', ALL_INTERNAL_VOLUMES: 'All internal volumes' }
const LOCK_WORDS = { BIOMETRIC: 'Biometric', PASSCODE: 'Passcode' }
const PROVIDER_WORDS = { SAML2: 'SAML 2.0', OIDC: 'OpenID Connect', X509: 'Smart card (X.509)', IWA: 'Desktop sign-on' }
const ALLOWED_FOR_WORDS = {
  any: 'Signing in and recovery',
  sso: 'Signing in',
  recovery: 'Recovery',
  none: 'Nothing for now',
}

const authenticatorHas = (setting: string) => (draft: Draft) => {
  const traits = authenticatorTraits(draft['key'] as AuthenticatorKey)
  return (traits.settings as readonly string[] | undefined)?.includes(setting) ?? false
}
const asksOf = (signal: AssuranceSignal) => (draft: Draft) =>
  ASSURANCE_SIGNALS[draft['platform'] as AssurancePlatform]?.includes(signal) ?? false
const protocolsOf = (draft: Draft) => PROTOCOLS_OF[draft['type'] as IdentityProviderType] ?? []
const speaks =
  (...protocols: string[]) =>
  (draft: Draft) =>
    protocols.includes(String(getIn(draft, 'protocol.type')))

const authenticators: Collection = {
  path: PLACES.authenticators,
  title: 'Authenticators',
  one: 'authenticator',
  lead: 'What people can prove who they are with. Enrollment policies list the active ones.',
  noun: 'Authenticator',
  engine: 'identity',
  list: 'listAuthenticators',
  param: 'authenticatorId',
  lifecycle: true,
  aboutTitle: 'Key',
  about: (item) => String(item['key']),
  keeps: (item) =>
    authenticatorTraits(item['key'] as AuthenticatorKey).system
      ? 'Every organization has it: it can be neither deactivated nor deleted.'
      : null,
  usesOf: (item, signal) => findUses(String(item['key']), signal),
  ...NAMED,
  several: (key) => authenticatorTraits(key as AuthenticatorKey).several === true,
  blank: (key = 'phone_number') => ({
    key,
    name: AUTHENTICATOR_NAMES[key as AuthenticatorKey],
    settings: { allowedFor: 'any' },
  }),
  fields: [
    {
      path: 'key',
      label: 'Kind',
      control: 'choice',
      fixed: true,
      options: optionsOf(AUTHENTICATOR_KEYS, AUTHENTICATOR_NAMES),
      help: 'An organization has one of each kind, but for custom apps, custom one-time codes and identity providers.',
    },
    name,
    {
      path: 'settings.allowedFor',
      label: 'Used for',
      control: 'choice',
      options: optionsOf(['any', 'sso', 'recovery', 'none'], ALLOWED_FOR_WORDS),
    },
    {
      path: 'settings.tokenLifetimeInMinutes',
      label: 'A sent code is good for',
      control: 'number',
      unit: 'minutes',
      min: 1,
      max: 60,
      when: authenticatorHas('tokenLifetimeInMinutes'),
    },
    {
      path: 'settings.userVerification',
      label: 'User verification',
      control: 'choice',
      none: 'Not set',
      options: optionsOf(['DISCOURAGED', 'PREFERRED', 'REQUIRED'], {
        DISCOURAGED: 'Discouraged',
        PREFERRED: 'Preferred',
        REQUIRED: 'Required',
      }),
      help: 'Whether the device asks for a fingerprint, a face or a PIN.',
      when: authenticatorHas('userVerification'),
    },
    {
      path: 'settings.compliance.fips',
      label: 'FIPS-compliant encryption',
      control: 'choice',
      none: 'Not set',
      options: optionsOf(['OPTIONAL', 'REQUIRED'], { OPTIONAL: 'Optional', REQUIRED: 'Required' }),
      when: authenticatorHas('compliance'),
    },
    {
      path: 'provider.type',
      label: 'Provider',
      control: 'choice',
      none: 'Not set',
      options: optionsOf(['CLAIMS', 'PUSH', 'OTP'], {
        CLAIMS: 'Claims of an identity provider',
        PUSH: 'Push message',
        OTP: 'One-time code',
      }),
      when: is('key', 'external_idp', 'custom_app', 'custom_otp'),
    },
    {
      path: 'provider.configuration.idpId',
      label: 'Identity provider',
      control: 'entity',
      kind: 'idp',
      when: (draft) => is('key', 'external_idp')(draft) && getIn(draft, 'provider.type') !== undefined,
    },
  ],
}

const identityProviders: Collection = {
  path: PLACES.identityProviders,
  title: 'Identity providers',
  one: 'identity provider',
  lead: 'Other services that vouch for people. Routing rules send people to them.',
  noun: 'IdentityProvider',
  list: 'listIdentityProviders',
  param: 'idpId',
  lifecycle: true,
  aboutTitle: 'Type',
  about: (item) => PROVIDER_WORDS[item['type'] as keyof typeof PROVIDER_WORDS] ?? String(item['type']),
  keeps: () => null,
  usesOf: (item, signal) => findUses(item.id, signal),
  ...NAMED,
  blank: (type = 'OIDC') => {
    const [protocol] = PROTOCOLS_OF[type as IdentityProviderType]
    return { type, name: '', ...(protocol ? { protocol: { type: protocol } } : {}) }
  },
  fields: [
    {
      path: 'type',
      label: 'Type',
      control: 'choice',
      fixed: true,
      options: optionsOf(IDENTITY_PROVIDER_TYPES, PROVIDER_WORDS),
    },
    name,
    {
      path: 'protocol.type',
      label: 'Protocol',
      control: 'choice',
      none: 'Not set',
      options: (draft: Draft) => optionsOf(protocolsOf(draft)),
      when: (draft) => protocolsOf(draft).length > 0,
    },
    {
      path: 'protocol.issuer.url',
      label: 'Issuer',
      control: 'text',
      mono: true,
      placeholder: 'https://id.example.com',
      when: speaks('OIDC', 'SAML2'),
    },
    {
      path: 'protocol.endpoints.authorization.url',
      label: 'Authorization address',
      control: 'text',
      mono: true,
      when: speaks('OIDC', 'OAUTH2'),
    },
    {
      path: 'protocol.endpoints.token.url',
      label: 'Token address',
      control: 'text',
      mono: true,
      when: speaks('OIDC', 'OAUTH2'),
    },
    {
      path: 'protocol.credentials.client.client_id',
      label: 'Client id',
      control: 'text',
      mono: true,
      when: speaks('OIDC', 'OAUTH2'),
    },
    {
      path: 'protocol.scopes',
      label: 'Scopes',
      control: 'many',
      free: true,
      none: 'None',
      options: () => optionsOf(['openid', 'profile', 'email']),
      when: speaks('OIDC', 'OAUTH2'),
    },
    {
      path: 'protocol.endpoints.sso.url',
      label: 'Sign-in address',
      control: 'text',
      mono: true,
      when: speaks('SAML2'),
    },
    {
      path: 'protocol.credentials.trust.audience',
      label: 'Audience',
      control: 'text',
      mono: true,
      when: speaks('SAML2'),
    },
  ],
}

const events = { control: 'number', min: 1, max: 100 } as const
const past = is('type', 'ANOMALOUS_LOCATION', 'ANOMALOUS_DEVICE', 'ANOMALOUS_IP')

const behaviors: Collection = {
  path: PLACES.behaviors,
  title: 'Behaviours',
  one: 'behaviour',
  lead: 'What is unusual for a person. Session rules can ask for more when one is detected.',
  noun: 'Behavior',
  list: 'listBehaviors',
  param: 'behaviorId',
  lifecycle: true,
  aboutTitle: 'Detects',
  about: (item) => BEHAVIOR_WORDS[item['type'] as keyof typeof BEHAVIOR_WORDS] ?? String(item['type']),
  keeps: () => null,
  usesOf: (item, signal) => findUses(item.id, signal),
  ...NAMED,
  blank: (type = 'ANOMALOUS_LOCATION') => ({ type, name: '' }),
  fields: [
    {
      path: 'type',
      label: 'Detects',
      control: 'choice',
      fixed: true,
      options: optionsOf(BEHAVIOR_TYPES, BEHAVIOR_WORDS),
    },
    name,
    {
      path: 'settings.granularity',
      label: 'A place is new by',
      control: 'choice',
      none: 'Another city',
      options: optionsOf(LOCATION_GRANULARITIES, GRANULARITY_WORDS),
      when: is('type', 'ANOMALOUS_LOCATION'),
    },
    {
      path: 'settings.radiusKilometers',
      label: 'Further away than',
      control: 'number',
      unit: 'kilometres',
      min: 1,
      max: 20_000,
      when: (draft) => is('type', 'ANOMALOUS_LOCATION')(draft) && is('settings.granularity', 'LAT_LONG')(draft),
    },
    {
      path: 'settings.velocityKph',
      label: 'Faster than',
      control: 'number',
      unit: 'km/h',
      min: 1,
      max: 10_000,
      when: is('type', 'VELOCITY'),
    },
    {
      path: 'settings.maxEventsUsedForEvaluation',
      label: 'Compared with the last',
      help: '20 unless said; 50 for addresses.',
      unit: 'sign-ins',
      ...events,
      when: past,
    },
    {
      path: 'settings.minEventsNeededForEvaluation',
      label: 'Says nothing before',
      unit: 'sign-ins',
      ...events,
      min: 0,
      max: 10,
      when: past,
    },
  ],
}

const deviceAssurances: Collection = {
  path: PLACES.deviceAssurances,
  title: 'Device assurance',
  one: 'device assurance',
  lead: 'What a device must show of itself. Rules of authentication policies can ask for one.',
  noun: 'DeviceAssurance',
  engine: 'identity',
  list: 'listDeviceAssurances',
  param: 'deviceAssuranceId',
  lifecycle: false,
  aboutTitle: 'Platform',
  about: (item) => PLATFORM_WORDS[item['platform'] as AssurancePlatform],
  keeps: () => null,
  usesOf: (item, signal) => findUses(item.id, signal),
  ...NAMED,
  blank: (platform = 'MACOS') => ({ platform, name: '' }),
  fields: [
    {
      path: 'platform',
      label: 'Platform',
      control: 'choice',
      fixed: true,
      options: optionsOf(ASSURANCE_PLATFORMS, PLATFORM_WORDS),
    },
    name,
    {
      path: 'osVersion.minimum',
      label: 'System at least',
      control: 'text',
      mono: true,
      placeholder: '14.2.1',
      when: asksOf('osVersion'),
    },
    {
      path: 'diskEncryptionType.include',
      label: 'Disk encryption',
      control: 'many',
      none: 'Not asked for',
      options: (draft) => optionsOf(encryptionTypesOf(draft['platform'] as AssurancePlatform), ENCRYPTION_WORDS),
      when: asksOf('diskEncryptionType'),
    },
    {
      path: 'screenLockType.include',
      label: 'Screen lock',
      control: 'many',
      none: 'Not asked for',
      options: () => optionsOf(SCREEN_LOCK_TYPES, LOCK_WORDS),
      when: asksOf('screenLockType'),
    },
    {
      path: 'secureHardwarePresent',
      label: 'Keys in secure hardware',
      control: 'switch',
      help: 'The device must keep its keys in a chip made for that.',
      when: asksOf('secureHardwarePresent'),
    },
    {
      path: 'jailbreak',
      label: 'Refuse jailbroken or rooted devices',
      control: 'switch',
      on: false,
      when: asksOf('jailbreak'),
    },
  ],
}

const authorizationServers: Collection = {
  path: PLACES.authorizationServers,
  title: 'Authorization servers',
  one: 'authorization server',
  lead: 'They give tokens to clients, each by policies of its own.',
  noun: 'AuthorizationServer',
  list: 'listAuthorizationServers',
  param: 'authServerId',
  lifecycle: true,
  aboutTitle: 'Audience',
  about: (item) => (item['audiences'] as string[]).join(', '),
  keeps: (item) => (item['default'] ? 'The organization’s own: it keeps its name and cannot be deleted.' : null),
  usesOf: policiesOf,
  usesTitle: 'Its policies',
  unused: 'It has no policy: it gives no token to anybody.',
  blank: () => ({ name: '', audiences: [], issuerMode: 'ORG_URL' }),
  fields: [
    { ...name, locked: (draft) => draft['default'] === true },
    { path: 'description', label: 'Description', control: 'text' },
    {
      path: 'audiences',
      label: 'Audience',
      control: 'many',
      free: true,
      none: 'Such as api://orders',
      options: () => [],
      help: 'Whom its tokens are for: one, no more.',
    },
  ],
}

/** The collections under Access, by the last part of their address. */
export const COLLECTIONS = {
  authenticators,
  'identity-providers': identityProviders,
  behaviours: behaviors,
  'device-assurance': deviceAssurances,
  'authorization-servers': authorizationServers,
} as const satisfies Record<string, Collection>
export type CollectionName = keyof typeof COLLECTIONS
