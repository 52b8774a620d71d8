import { z } from 'zod'
import { worded } from '../interface/translated.ts'

/** Values of events, as spec/3 "LogEvent" lists them. Later services may know more: see {@link logEventSchema}. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export const OUTCOMES = ['SUCCESS', 'FAILURE', 'SKIPPED', 'ALLOW', 'DENY', 'CHALLENGE', 'UNKNOWN'] as const
const TRANSACTION_TYPES = ['WEB', 'JOB'] as const
export const DISK_ENCRYPTION_TYPES = ['NONE', 'FULL', 'SYSTEM_VOLUME', 'ALL_INTERNAL_VALUES', 'USER'] as const
export const SCREEN_LOCK_TYPES = ['NONE', 'PASSCODE', 'BIOMETRIC'] as const
export const AUTHENTICATION_PROVIDERS = [
  'SVC_AUTHENTICATION_PROVIDER',
  'DIRECTORY_SERVICE',
  'LDAP',
  'FEDERATION',
  'SOCIAL',
  'FACTOR_PROVIDER',
] as const
export const CREDENTIAL_PROVIDERS = [
  'SVC_CREDENTIAL_PROVIDER',
  'PARTNER_TOKEN_B',
  'PARTNER_OTP_A',
  'PARTNER_OTP_B',
  'PARTNER_APP_A',
  'PARTNER_TOKEN_A',
] as const
export const CREDENTIAL_TYPES = [
  'OTP',
  'SMS',
  'PASSWORD',
  'ASSERTION',
  'IWA',
  'EMAIL',
  'OAUTH2',
  'JWT',
  'CERTIFICATE',
  'PRE_SHARED_SYMMETRIC_KEY',
  'SVC_CLIENT_SESSION',
  'DEVICE_UDID',
] as const
const IP_VERSIONS = ['V4', 'V6'] as const

const map = z.record(z.string(), z.unknown())

/** One of these in what we write; an event that is read may hold another text. */
function known<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.union([z.enum(values), z.string()]) as unknown as z.ZodType<Values[number], Values[number]>
}

/** The replacement for a part that is missing or of another type; the interface does not define one. */
function orElse<Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) {
  return schema.catch(fallback as never).meta({ default: undefined })
}

/** A part that an event may lack. */
function nullable<Schema extends z.ZodType>(schema: Schema) {
  return orElse(schema.nullable(), null)
}

/** An object that keeps what it does not declare; its type is that of what it does. */
function open<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>
}

const shortText = z.string().min(1).max(255)
const text = nullable(z.string())
const flag = nullable(z.boolean())

/** Fields of any object. */
const details = worded(map, 'details')

const actorShape = {
  id: z.string(),
  type: z.string(),
  alternateId: text,
  displayName: nullable(worded(z.string(), 'shippedName')),
  detailEntry: nullable(details),
}

const geographyShape = open({
  geolocation: open({ lat: z.number(), lon: z.number() }).optional().catch(undefined),
  city: text.optional(),
  state: text.optional(),
  country: text.optional(),
  postalCode: text.optional(),
})

const clientSchema = open({
  id: text,
  userAgent: nullable(open({ browser: text, os: text, rawUserAgent: text })),
  geographicalContext: nullable(geographyShape),
  zone: text,
  ipAddress: text,
  device: text,
})

const deviceSchema = open({
  id: z.string(),
  name: z.string(),
  os_platform: text,
  os_version: text,
  managed: flag,
  registered: flag,
  device_integrator: nullable(map),
  disk_encryption_type: nullable(known(DISK_ENCRYPTION_TYPES)),
  screen_lock_type: nullable(known(SCREEN_LOCK_TYPES)),
  jailbreak: flag,
  secure_hardware_present: flag,
})

const authenticationContextSchema = open({
  authenticationProvider: nullable(known(AUTHENTICATION_PROVIDERS)),
  authenticationStep: nullable(z.int()),
  credentialProvider: nullable(known(CREDENTIAL_PROVIDERS)),
  credentialType: nullable(known(CREDENTIAL_TYPES)),
  issuer: nullable(open({ id: text, type: text })),
  externalSessionId: nullable(shortText),
  interface: nullable(shortText),
})

const securityContextSchema = open({
  asNumber: nullable(z.int()),
  asOrg: text,
  isp: text,
  domain: text,
  isProxy: flag,
})

const ipAddressSchema = open({
  ip: text,
  geographicalContext: nullable(geographyShape),
  version: nullable(known(IP_VERSIONS)),
  source: text,
})

const changeDetailsSchema = z.object({ from: details, to: details })

/**
 * One entry of the audit log (spec/3 "LogEvent"); never changed. It describes the events that we write. The log
 * may also hold events of other services: values that no list here names and fields that are not declared
 * stay as they are (clients ignore both: spec/4 §3.7); a part that is missing or of another type becomes null, or the
 * nearest to it. WHY so lenient: one odd event must not keep the others of its page from being read.
 */
export const logEventSchema = open({
  uuid: z.string(),
  published: shortText.meta({
    format: 'date-time',
    description: 'ISO 8601 timestamp in UTC with milliseconds',
    example: '2026-01-31T09:15:00.000Z',
  }),
  eventType: worded(shortText, 'word'),
  version: orElse(z.string(), '0'),
  severity: orElse(known(SEVERITIES), 'INFO'),
  legacyEventType: text,
  displayMessage: text,
  actor: orElse(open(actorShape), {
    id: 'unknown',
    type: 'Unknown',
    alternateId: null,
    displayName: null,
    detailEntry: null,
  }),
  client: nullable(clientSchema),
  device: nullable(deviceSchema),
  request: orElse(open({ ipChain: orElse(z.array(ipAddressSchema), []) }), { ipChain: [] }),
  outcome: orElse(open({ result: known(OUTCOMES), reason: nullable(shortText) }), { result: 'UNKNOWN', reason: null }),
  target: nullable(z.array(open({ ...actorShape, changeDetails: changeDetailsSchema.optional().catch(undefined) }))),
  transaction: orElse(open({ type: known(TRANSACTION_TYPES), id: z.string(), detail: orElse(map, {}) }), {
    type: 'WEB',
    id: 'unknown',
    detail: {},
  }),
  debugContext: orElse(open({ debugData: orElse(map, {}) }), { debugData: {} }),
  authenticationContext: nullable(authenticationContextSchema),
  securityContext: nullable(securityContextSchema),
  gatehouse: z
    .object({
      import: z.object({
        id: z.string(),
        keyFingerprint: z.string().nullable().meta({
          description:
            'SHA-256 of the key that signed the bundle it came in, hexadecimal; null where nothing was signed',
        }),
      }),
      connection: z
        .object({ id: z.string(), name: z.string().meta({ description: 'As it is called, or was last' }) })
        .optional()
        .meta({ description: 'The connection whose log it was followed from; absent for a file' }),
    })
    .optional()
    .catch(undefined)
    .meta({ description: 'Our own mark: the event did not happen here, but came with an import' }),
}).meta({ id: 'LogEvent' })
export type LogEvent = z.output<typeof logEventSchema>
export type LogActor = LogEvent['actor']
export type LogTarget = NonNullable<LogEvent['target']>[number]
export type LogOutcome = LogEvent['outcome']
