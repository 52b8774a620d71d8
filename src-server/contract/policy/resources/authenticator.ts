import { z } from 'zod'
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

const OWN_SETTINGS = ['tokenLifetimeInMinutes', 'compliance', 'userVerification', 'channelBinding'] as const

interface AuthenticatorTraits {
  /** Part of every organization: neither deactivated nor deleted. */
  readonly system?: true
  /** An organization may have several of the key; each is a configuration of its own. */
  readonly several?: true
  /** Settings beside `allowedFor`, which every key knows. */
  readonly settings?: readonly (typeof OWN_SETTINGS)[number][]
}

const TRAITS: Readonly<Partial<Record<AuthenticatorKey, AuthenticatorTraits>>> = {
  svc_password: { system: true },
  svc_email: { system: true, settings: ['tokenLifetimeInMinutes'] },
  svc_verify: { settings: ['compliance', 'userVerification', 'channelBinding'] },
  webauthn: { settings: ['userVerification'] },
  custom_app: { several: true, settings: ['userVerification'] },
  custom_otp: { several: true },
  external_idp: { several: true },
}

/** What sets a key apart from the others, as an object that administrators keep. */
export function authenticatorTraits(key: AuthenticatorKey): AuthenticatorTraits {
  return TRAITS[key] ?? {}
}

const authenticatorSettingsSchema = z.strictObject({
  allowedFor: z
    .enum(['any', 'recovery', 'sso', 'none'])
    .default('any')
    .meta({ description: 'Signing in, recovery, both, or neither' }),
  tokenLifetimeInMinutes: z.int().min(1).max(60).optional(),
  compliance: z.strictObject({ fips: z.enum(['OPTIONAL', 'REQUIRED']) }).optional(),
  userVerification: z.enum(['DISCOURAGED', 'PREFERRED', 'REQUIRED']).optional(),
  channelBinding: z
    .strictObject({ style: z.string().min(1).max(100), required: z.enum(['ALWAYS', 'HIGH_RISK_ONLY', 'NEVER']) })
    .optional(),
})

const secret = z.string().max(2_000).optional().meta({ writeOnly: true })
const configurationShape = {
  host: z.string().min(1).max(255).optional(),
  idpId: z.string().min(1).max(100).optional().meta({ description: 'Of a federated one: the identity provider' }),
  userNameTemplate: z.strictObject({ template: z.string().min(1).max(255) }).optional(),
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

/**
 * An authenticator as a request carries it. Keys of providers are understood and not kept: nothing here ever calls the
 * provider, and what is not stored cannot leak.
 */
export const authenticatorWriteSchema = z
  .object({
    key: z.enum(AUTHENTICATOR_KEYS),
    name: nameSchema,
    settings: authenticatorSettingsSchema.prefault({}),
    provider: providerWriteSchema.optional(),
  })
  .superRefine(({ key, settings }, context) => {
    const known: readonly string[] = authenticatorTraits(key).settings ?? []
    for (const name of OWN_SETTINGS)
      if (settings[name] !== undefined && !known.includes(name))
        context.addIssue({ code: 'custom', path: ['settings', name], message: `does not go with ${key}` })
  })
  .meta({ id: 'AuthenticatorWrite' })

/** An authenticator (spec/4 §1.2, §1.7). `type` follows from `key`; status changes through the lifecycle alone. */
export const authenticatorSchema = z
  .object({
    id: z.string(),
    key: z.enum(AUTHENTICATOR_KEYS),
    type: z.enum(AUTHENTICATOR_KINDS),
    name: z.string(),
    status: activeStatusSchema,
    settings: authenticatorSettingsSchema,
    provider: z.strictObject(providerShape).optional(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'Authenticator' })
export type Authenticator = z.output<typeof authenticatorSchema>
