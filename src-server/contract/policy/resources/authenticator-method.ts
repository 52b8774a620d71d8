import { z } from 'zod'
import { activeStatusSchema, linksSchema, nameSchema, type ActiveStatus } from '../../interface/fields.ts'
import { AUTHENTICATOR_METHODS, methodsOf, type AuthenticatorMethod } from '../authenticator-table.ts'
import type { AuthenticatorMethodName } from '../authenticator-table.ts'
import { USER_VERIFICATIONS } from './authenticator.ts'

/** The methods of an authenticator as objects of the wire: each with its status and its settings (spec/5 §14, spec/6 12). */

const aaguid = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'must be an AAGUID')
const aaguidGroup = z.strictObject({
  name: nameSchema,
  aaguids: z.array(aaguid).min(1, 'needs an AAGUID').max(1_000),
})

/** Every setting that some method has. */
const SETTINGS = {
  algorithms: z
    .array(z.enum(['ES256', 'RS256']))
    .min(1, 'needs an algorithm')
    .max(2),
  keyProtection: z.enum(['ANY', 'HARDWARE']),
  transactionTypes: z
    .array(z.enum(['LOGIN', 'CIBA']))
    .min(1, 'needs a type of transaction')
    .max(2),
  showSignInWithOV: z.enum(['ALWAYS', 'NEVER']),
  // WHY one value each: the apps that people have set up make codes by these, and would not learn of others.
  timeIntervalInSeconds: z.literal(30),
  encoding: z.literal('Base32'),
  algorithm: z.literal('HMACSHA1'),
  passCodeLength: z.literal(6),
  userVerification: z.enum(USER_VERIFICATIONS),
  attachment: z.enum(['ANY', 'BUILT_IN', 'ROAMING']),
  aaguidGroups: z.array(aaguidGroup).max(100).meta({ description: 'Kinds of security keys, by name' }),
  allowSyncablePasskeys: z.boolean(),
  enableAutofillUI: z.boolean(),
} as const
type Setting = keyof typeof SETTINGS

/** What a setting is where none is sent; one that is not here stays absent. */
const DEFAULTS: Readonly<Partial<Record<Setting, unknown>>> = {
  algorithms: ['ES256', 'RS256'],
  keyProtection: 'ANY',
  transactionTypes: ['LOGIN'],
  showSignInWithOV: 'NEVER',
  timeIntervalInSeconds: 30,
  encoding: 'Base32',
  algorithm: 'HMACSHA1',
  passCodeLength: 6,
  userVerification: 'PREFERRED',
  attachment: 'ANY',
}

/** The settings of each method that has any. */
const SETTINGS_BY_METHOD: Readonly<Partial<Record<AuthenticatorMethodName, readonly Setting[]>>> = {
  PUSH: ['algorithms', 'keyProtection', 'transactionTypes'],
  SIGNED_NONCE: ['algorithms', 'keyProtection', 'showSignInWithOV'],
  TOTP: ['timeIntervalInSeconds', 'encoding', 'algorithm', 'passCodeLength'],
  WEBAUTHN: ['userVerification', 'attachment', 'aaguidGroups', 'allowSyncablePasskeys', 'enableAutofillUI'],
}

const settingsSchema = z.strictObject(SETTINGS).partial()
/** Settings of a method, as they are stored and answered. */
type MethodSettings = z.output<typeof settingsSchema>

/** The settings of a method where none were ever sent; undefined where it has none. */
function defaultSettingsOf(method: AuthenticatorMethodName): MethodSettings | undefined {
  const own = SETTINGS_BY_METHOD[method]?.filter((name) => name in DEFAULTS)
  return own && (Object.fromEntries(own.map((name) => [name, DEFAULTS[name]])) as MethodSettings)
}

/** How a method is called in paths and bodies. */
const typeOf = (method: AuthenticatorMethodName) => method.toLowerCase() as Lowercase<AuthenticatorMethodName>

/** What was said of single methods of an authenticator, by type; null while nothing was. */
export type SaidOfMethods = Readonly<
  Record<string, { readonly status: ActiveStatus; readonly settings?: MethodSettings }>
> | null

/** A method of an authenticator, with what was said of it. */
export interface MethodState {
  readonly entry: AuthenticatorMethod
  readonly type: string
  /** Its own: while the authenticator rests, an active method rests too. */
  readonly status: ActiveStatus
  /** Undefined where the method has none. */
  readonly settings: MethodSettings | undefined
}

/** The methods of an authenticator, in the order of the table. */
export function methodStates({ key, methods }: { key: string | null; methods: SaidOfMethods }): MethodState[] {
  return methodsOf(key ?? '').map((entry): MethodState => {
    const type = typeOf(entry.method)
    const said = methods?.[type]
    const { status = 'ACTIVE', settings = defaultSettingsOf(entry.method) } = said ?? {}
    return { entry, type, status, settings }
  })
}

/** A method of an authenticator; it rests while its authenticator does. */
export const authenticatorMethodSchema = z
  .object({
    type: z.string(),
    status: activeStatusSchema,
    settings: settingsSchema.optional().meta({ description: 'Absent where the method has none' }),
    _links: linksSchema,
  })
  .meta({ id: 'AuthenticatorMethod' })
export type AuthenticatorMethodView = z.output<typeof authenticatorMethodSchema>

/** What a method without settings is sent with: at most an empty object. */
const noSettings = z
  .strictObject({})
  .nullish()
  .transform(() => undefined)

function settingsOf(method: AuthenticatorMethodName) {
  const own = SETTINGS_BY_METHOD[method]?.map((name) => {
    const schema = SETTINGS[name] as z.ZodType
    return [name, name in DEFAULTS ? schema.default(DEFAULTS[name]) : schema.optional()] as const
  })
  const schema = own ? z.strictObject(Object.fromEntries(own)).prefault({}) : noSettings
  // WHY the cast: TypeScript cannot follow which method it is; of all it is true that settings can be left out.
  return schema as unknown as z.ZodOptional<typeof settingsSchema>
}

const writeOf = (method: AuthenticatorMethodName) =>
  z.object({
    type: z.literal(typeOf(method)),
    status: activeStatusSchema.optional().meta({ description: 'Absent: as it is' }),
    settings: settingsOf(method),
  })
const [firstMethod, ...otherMethods] = AUTHENTICATOR_METHODS

/** A method as a request carries it: its settings, and whether it is active. */
export const authenticatorMethodWriteSchema = z
  .discriminatedUnion('type', [writeOf(firstMethod), ...otherMethods.map(writeOf)])
  .meta({ id: 'AuthenticatorMethodWrite' })
export type AuthenticatorMethodBody = z.output<typeof authenticatorMethodWriteSchema>
