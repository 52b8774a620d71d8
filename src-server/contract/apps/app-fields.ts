import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { lineSchema, nameSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { optional, optionalAddress } from './modes/fields.ts'

const TEMPLATE_TYPES = ['NONE', 'BUILT_IN', 'CUSTOM'] as const
const PUSH_STATUSES = ['DONT_PUSH', 'PUSH', 'NOT_CONFIGURED'] as const

/** How the name of a person in an application is made of their profile. */
export const userNameTemplateSchema = z.object({
  template: worded(z.string(), 'expression'),
  type: z.enum(TEMPLATE_TYPES),
  suffix: z.string().nullable().optional(),
  pushStatus: z.enum(PUSH_STATUSES).optional(),
})
export type UserNameTemplate = z.output<typeof userNameTemplateSchema>

/** The same in a request. */
export const userNameTemplateWriteSchema = z.object({
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

/** What is paid for of an application; only the catalogue says where seats are counted (spec/5 §8.3). */
export const licensingSchema = z.strictObject({ seatCount: z.int().min(0).max(LIMITS.licensedSeats).default(0) })
export type Licensing = z.output<typeof licensingSchema>
