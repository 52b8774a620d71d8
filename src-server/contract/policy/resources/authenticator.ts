import { z } from 'zod'
import { worded } from '../../interface/translated.ts'
import {
  AUTHENTICATOR_KEYS,
  AUTHENTICATOR_TYPES,
  methodsOf,
  type AuthenticatorKey,
  type AuthenticatorType,
} from '../authenticator-table.ts'
import { activeStatusSchema, linksSchema, nameSchema, timestampSchema } from '../../interface/fields.ts'

/** The type of an authenticator as its own collection spells it: lower case, where constraints shout (spec/1). */
type AuthenticatorKind = Lowercase<AuthenticatorType>
const AUTHENTICATOR_KINDS = AUTHENTICATOR_TYPES.map((type) => type.toLowerCase()) as [
  AuthenticatorKind,
  ...AuthenticatorKind[],
]

/** The type that follows from a key. */
export function authenticatorKind(key: AuthenticatorKey): AuthenticatorKind {
  return methodsOf(key)[0]?.type.toLowerCase() as AuthenticatorKind
}

interface AuthenticatorTraits {
  /** Part of every organization: neither deactivated nor deleted. */
  readonly system?: true
  /** An organization may have several of the key; each is a configuration of its own. */
  readonly several?: true
}

const TRAITS: Readonly<Partial<Record<AuthenticatorKey, AuthenticatorTraits>>> = {
  svc_password: { system: true },
  custom_app: { several: true },
  custom_otp: { several: true },
  external_idp: { several: true },
}

/** What sets a key apart from the others, as an object that administrators keep. */
export function authenticatorTraits(key: AuthenticatorKey): AuthenticatorTraits {
  return TRAITS[key] ?? {}
}

const USES = ['any', 'recovery', 'sso', 'none'] as const
export const USER_VERIFICATIONS = ['DISCOURAGED', 'PREFERRED', 'REQUIRED'] as const
const reference = z.string().max(100)

/** Every setting that some authenticator has, as it is written. */
const SETTINGS = {
  allowedFor: z.enum(USES).default('any').meta({ description: 'Signing in and recovery, one of them, or neither' }),
  tokenLifetimeInMinutes: z.int().min(1).max(60).default(5),
  compliance: z.strictObject({ fips: z.enum(['OPTIONAL', 'REQUIRED']).default('OPTIONAL') }).prefault({}),
  channelBinding: z
    .strictObject({
      style: z.string().min(1).max(100).default('NUMBER_CHALLENGE'),
      required: z.enum(['ALWAYS', 'HIGH_RISK_ONLY', 'NEVER']).default('NEVER'),
    })
    .prefault({}),
  userVerification: z.enum(USER_VERIFICATIONS).default('PREFERRED'),
  enrollmentSecurityLevel: z.enum(['ANY', 'HIGH']).optional(),
  userVerificationMethods: z
    .array(z.enum(['BIOMETRICS', 'PIN']))
    .max(2)
    .default(['BIOMETRICS', 'PIN']),
  appInstanceId: reference.optional().meta({ description: 'The application behind it' }),
  oauthClientId: reference.optional().meta({ description: 'Absent: the application behind it' }),
} as const
type Setting = keyof typeof SETTINGS

const USED_FOR = { allowedFor: SETTINGS.allowedFor } as const
const { appInstanceId, userVerification } = SETTINGS

/** The settings of each key, by spec/5 §14; those that were not recorded say what they are used for, and no more. */
const SETTINGS_BY_KEY = {
  svc_password: {},
  svc_email: { ...USED_FOR, tokenLifetimeInMinutes: SETTINGS.tokenLifetimeInMinutes },
  phone_number: USED_FOR,
  security_question: USED_FOR,
  svc_verify: {
    compliance: SETTINGS.compliance,
    channelBinding: SETTINGS.channelBinding,
    userVerification,
    enrollmentSecurityLevel: SETTINGS.enrollmentSecurityLevel,
    userVerificationMethods: SETTINGS.userVerificationMethods,
    appInstanceId: reference.default(''),
  },
  webauthn: {},
  custom_app: { appInstanceId, userVerification, oauthClientId: SETTINGS.oauthClientId },
  partner_app_a: USED_FOR,
  partner_otp_a: USED_FOR,
  partner_otp_b: USED_FOR,
  custom_otp: USED_FOR,
  onprem_mfa: USED_FOR,
  partner_token_a: USED_FOR,
  partner_token_b: USED_FOR,
  external_idp: USED_FOR,
  smart_card_idp: USED_FOR,
} as const satisfies Record<AuthenticatorKey, Partial<Record<Setting, z.ZodType>>>

/** Whether an authenticator of the key has a setting. */
export function hasSetting(key: AuthenticatorKey, setting: Setting): boolean {
  return setting in SETTINGS_BY_KEY[key]
}

/** What a key without settings is sent with: at most an empty object, which is not stored. */
const noSettings = z
  .strictObject({})
  .nullish()
  .transform(() => undefined)

/** The same as they are read; which of them, the key decides. */
const settingsSchema = z.strictObject({
  ...SETTINGS,
  allowedFor: z.enum(USES).optional().meta({ description: 'Absent: signing in and recovery' }),
  tokenLifetimeInMinutes: z.int().optional(),
  compliance: z.strictObject({ fips: z.string() }).optional(),
  channelBinding: z.strictObject({ style: z.string(), required: z.string() }).optional(),
  userVerification: z.enum(USER_VERIFICATIONS).optional(),
  userVerificationMethods: z.array(z.string()).optional(),
})

/** The client of an app of one's own is the application, unless another is named (spec/6 12). */
function withClient<T extends { appInstanceId?: string; oauthClientId?: string }>(settings: T): T {
  const { appInstanceId: client } = settings
  return client === undefined ? settings : { ...settings, oauthClientId: settings.oauthClientId ?? client }
}

function settingsOf(key: AuthenticatorKey) {
  const shape = SETTINGS_BY_KEY[key]
  const own = z.strictObject(shape)
  const settings = 'oauthClientId' in shape ? own.overwrite(withClient) : own
  const schema = Object.keys(shape).length ? settings.prefault({}) : noSettings
  // WHY the cast: TypeScript cannot follow which key it is; of all it is true that settings can be left out.
  return schema as unknown as z.ZodOptional<typeof settingsSchema>
}

/** Whether people may sign in with an authenticator of these settings; those without `allowedFor` serve both ends. */
export function servesSignIn(settings: { allowedFor?: string | undefined } | null | undefined): boolean {
  return ['any', 'sso'].includes(settings?.allowedFor ?? 'any')
}

const secret = z.string().max(2_000).optional().meta({ writeOnly: true })
const configurationShape = {
  host: z.string().min(1).max(255).optional(),
  idpId: z.string().min(1).max(100).optional().meta({ description: 'Of a federated one: the identity provider' }),
  userNameTemplate: z.strictObject({ template: z.string().min(1).max(255) }).optional(),
  fcm: z
    .strictObject({ id: z.string().min(1).max(100) })
    .optional()
    .meta({ description: 'Of push messages' }),
}

const providerShape = {
  type: z.string().min(1).max(100).meta({ description: 'How the provider is spoken to, such as PUSH or CLAIMS' }),
  configuration: z.strictObject(configurationShape).optional(),
}

const providerWriteSchema = z.strictObject({
  ...providerShape,
  configuration: z
    .strictObject({ ...configurationShape, secretKey: secret, integrationKey: secret, sharedSecret: secret })
    .transform(({ secretKey: _secret, integrationKey: _integration, sharedSecret: _shared, ...kept }) => kept)
    .optional(),
})

const writeOf = (key: AuthenticatorKey) =>
  z.object({
    key: z.literal(key),
    name: worded(nameSchema, 'shippedName'),
    settings: settingsOf(key),
    provider: providerWriteSchema.optional(),
  })
const [firstKey, ...otherKeys] = AUTHENTICATOR_KEYS

/**
 * An authenticator as a request carries it. Keys of providers are understood and not kept: nothing here ever calls the
 * provider, and what is not stored cannot leak.
 */
export const authenticatorWriteSchema = z
  .discriminatedUnion('key', [writeOf(firstKey), ...otherKeys.map(writeOf)])
  .meta({ id: 'AuthenticatorWrite' })

/** An authenticator (spec/4 §1.2, §1.7, spec/5 §14). `type` follows from `key`; status changes through the lifecycle alone. */
export const authenticatorSchema = z
  .object({
    id: z.string(),
    key: z.enum(AUTHENTICATOR_KEYS),
    type: z.enum(AUTHENTICATOR_KINDS),
    name: worded(z.string(), 'shippedName'),
    status: activeStatusSchema,
    settings: settingsSchema.optional().meta({ description: 'Absent where the key has none' }),
    provider: z.strictObject(providerShape).optional(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'Authenticator' })
export type Authenticator = z.output<typeof authenticatorSchema>
