import { z } from 'zod'
import { clientCredentialsWriteSchema } from './client-credentials.ts'
import { lineSchema, nameSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { optional, optionalAddress } from './modes/fields.ts'
import {
  hasScheme,
  kindNames,
  modeOfName,
  SIGN_ON_MODE_TABLE,
  SIGN_ON_MODES,
  settingsParts,
  type SettingsParts,
  type SignOnMode,
} from './sign-on-modes.ts'

/**
 * Names of the kinds of application that no default policy is given to: a productivity suite, RADIUS, and the one for
 * further factors (spec/1 "Defaults" 2). The documents name none of them; these names are ours. They can be mapped by
 * hand.
 */
export const KINDS_WITHOUT_DEFAULT_POLICY = ['partner_productivity_suite', 'svc_radius', 'svc_mfa'] as const

const container = z.record(z.string(), z.unknown())

const TEMPLATE_TYPES = ['NONE', 'BUILT_IN', 'CUSTOM'] as const
const PUSH_STATUSES = ['DONT_PUSH', 'PUSH', 'NOT_CONFIGURED'] as const

/** How the name of a person in an application is made of their profile. */
export const userNameTemplateSchema = z.object({
  template: z.string(),
  type: z.enum(TEMPLATE_TYPES),
  suffix: z.string().nullable().optional(),
  pushStatus: z.enum(PUSH_STATUSES).optional(),
})
export type UserNameTemplate = z.output<typeof userNameTemplateSchema>

const userNameTemplateWriteSchema = z.object({
  template: lineSchema().min(1).max(LIMITS.expressionLength).nullish(),
  type: z.enum(TEMPLATE_TYPES).nullish(),
  suffix: lineSchema().max(LIMITS.nameLength).nullish(),
  pushStatus: z.enum(PUSH_STATUSES).nullish(),
})

export const accessibilitySchema = z.strictObject({
  selfService: z.boolean().default(false),
  errorRedirectUrl: optionalAddress,
  loginRedirectUrl: optionalAddress,
})

const appLinksSchema = z.record(nameSchema, z.boolean())

export const visibilitySchema = z.strictObject({
  autoLaunch: z.boolean().default(false),
  autoSubmitToolbar: z.boolean().default(false),
  hide: z.strictObject({ iOS: z.boolean().default(false), web: z.boolean().default(false) }).prefault({}),
  appLinks: appLinksSchema.optional(),
})

const vpnSchema = z.strictObject({
  network: z
    .strictObject({
      connection: z.enum(['DISABLED', 'ANYWHERE', 'ON_NETWORK', 'OFF_NETWORK', 'ZONE']).default('DISABLED'),
      include: z.array(lineSchema().max(LIMITS.idLength)).max(LIMITS.settingEntries).optional(),
      exclude: z.array(lineSchema().max(LIMITS.idLength)).max(LIMITS.settingEntries).optional(),
    })
    .prefault({}),
  message: optional,
  helpUrl: optionalAddress,
})

/** What the settings of every application hold, whatever its mode (spec/5 §8.1). */
export const COMMON_SETTINGS = {
  notifications: z.strictObject({ vpn: vpnSchema.prefault({}) }).prefault({}),
  manualProvisioning: z.boolean().default(false),
  implicitAssignment: z.boolean().default(false),
  notes: z
    .strictObject({
      admin: z.string().max(LIMITS.settingLength).nullable().default(null),
      enduser: z.string().max(LIMITS.settingLength).nullable().default(null),
    })
    .prefault({}),
}

const NO_APP = z.strictObject({}).optional()

/** Parts are there also where they are not given, so that a refusal names the fields that are missing in them. */
function settingsOf({ app, signOn, oauthClient }: SettingsParts) {
  const given = Object.entries({ signOn, oauthClient }).flatMap(([key, part]) =>
    part ? [[key, part.prefault({})]] : [],
  )
  const schema = z.strictObject({
    app: app?.prefault({}) ?? NO_APP,
    ...(Object.fromEntries(given) as { signOn?: z.ZodType; oauthClient?: z.ZodType }),
    ...COMMON_SETTINGS,
  })
  return schema.prefault({} as never)
}

const SCHEMES = [
  'EDIT_USERNAME_AND_PASSWORD',
  'ADMIN_SETS_CREDENTIALS',
  'EDIT_PASSWORD_ONLY',
  'EXTERNAL_PASSWORD_SYNC',
  'SHARED_USERNAME_AND_PASSWORD',
] as const

/** Who sets the name and the password with which a person's browser signs in (spec/2 "Application"). */
export interface SchemeCredentials {
  scheme: (typeof SCHEMES)[number]
  revealPassword: boolean
  /** With shared credentials only. */
  userName?: string
}

const CREDENTIALS = {
  userNameTemplate: userNameTemplateWriteSchema.nullish(),
  signing: z
    .object({ kid: z.string().min(1).max(LIMITS.idLength).nullish() })
    .nullish()
    .meta({ description: 'The key to sign with; a replacement without one keeps it. A new application has its own' }),
}
const plainCredentialsSchema = z.object(CREDENTIALS)
const schemeCredentialsSchema = z.object({
  ...CREDENTIALS,
  scheme: z.enum(SCHEMES).nullish(),
  revealPassword: z.boolean().nullish(),
  userName: lineSchema().min(1).max(LIMITS.loginLength.max).nullish(),
  password: z
    .object({ value: z.string().max(LIMITS.settingLength).nullish() })
    .nullish()
    .meta({ description: 'Goes with shared credentials. It is not stored: nothing here fills in forms.' }),
})
const clientsCredentialsSchema = z.object({ ...CREDENTIALS, oauthClient: clientCredentialsWriteSchema.nullish() })
type CredentialsWrite = z.output<typeof plainCredentialsSchema> &
  Partial<z.output<typeof schemeCredentialsSchema>> &
  Partial<z.output<typeof clientsCredentialsSchema>>

function credentialsOf(mode: SignOnMode) {
  if (mode === 'OPENID_CONNECT') return clientsCredentialsSchema
  return hasScheme(mode) ? schemeCredentialsSchema : plainCredentialsSchema
}

const COMMON = {
  label: nameSchema,
  accessibility: accessibilitySchema.optional(),
  visibility: visibilitySchema.optional(),
  profile: container.optional(),
}

const writeOf = (mode: SignOnMode, name: z.ZodType, kind?: string) =>
  z
    .object({
      name,
      signOnMode: z.literal(mode),
      ...COMMON,
      credentials: credentialsOf(mode).optional(),
      settings: settingsOf(settingsParts(mode, kind)),
    })
    .meta({ id: `${kind ?? mode}_ApplicationWrite`, title: SIGN_ON_MODE_TABLE[mode].label })

/** One schema for each kind of a mode, chosen by its name. */
function variantOf(mode: SignOnMode) {
  const [usual, ...others] = kindNames(mode)
  if (usual === undefined || others.length === 0) return writeOf(mode, nameSchema.optional())
  const kinds = [writeOf(mode, z.literal(usual), usual), ...others.map((name) => writeOf(mode, z.literal(name), name))]
  return z.discriminatedUnion('name', kinds as unknown as [z.ZodObject, ...z.ZodObject[]])
}

/**
 * A name decides the mode where the request gives none, and where a mode has kinds of several names it is the usual one (spec/5
 * §8.3).
 */
function withKind(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { name, signOnMode } = body as Record<string, unknown>
  const mode = signOnMode ?? (typeof name === 'string' ? modeOfName(name) : undefined)
  const [usual, ...others] = SIGN_ON_MODES.includes(mode as SignOnMode) ? kindNames(mode as SignOnMode) : []
  return {
    ...body,
    ...(mode === undefined ? {} : { signOnMode: mode }),
    ...((name === undefined || name === null) && others.length > 0 ? { name: usual } : {}),
  }
}

type Settings = { app?: object; signOn?: object; oauthClient?: object } & Record<string, unknown>

export interface AppWrite {
  name?: string
  label: string
  signOnMode: SignOnMode
  accessibility?: z.output<typeof accessibilitySchema>
  visibility?: z.output<typeof visibilitySchema>
  settings?: Settings
  credentials?: CredentialsWrite
  profile?: Record<string, unknown>
}

/** What clients of ours send; the contract tests hold it and the schema together. */
export interface AppWriteInput {
  name?: string
  label: string
  signOnMode?: SignOnMode
  accessibility?: object
  visibility?: object
  settings?: Settings
  credentials?: object
  profile?: Record<string, unknown>
}

/** An application as a request carries it: what it holds depends on its kind. */
export const appWriteSchema = z
  .preprocess(
    withKind,
    z.discriminatedUnion('signOnMode', SIGN_ON_MODES.map(variantOf) as unknown as [z.ZodObject, z.ZodObject]),
  )
  .meta({ id: 'ApplicationWrite' }) as unknown as z.ZodType<AppWrite, AppWriteInput>
