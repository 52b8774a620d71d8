import { z } from 'zod'
import { activeStatusSchema, descriptionSchema, linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** The alias of the organization's own server in paths, beside its id (spec/4 §1.5). */
export const DEFAULT_SERVER_ALIAS = 'default'

const ISSUER_MODES = ['ORG_URL', 'CUSTOM_URL', 'DYNAMIC'] as const
/** Whether the next key signs by itself after {@link SIGNING_KEY_DAYS}, or when somebody asks for it. */
const ROTATION_MODES = ['AUTO', 'MANUAL'] as const
export type RotationMode = (typeof ROTATION_MODES)[number]

/** An authorization server as a request carries it: the part that its policies depend on. */
export const authorizationServerWriteSchema = z
  .object({
    name: nameSchema,
    description: descriptionSchema,
    audiences: z.array(z.string().trim().min(1).max(255)).length(LIMITS.audiences),
    issuerMode: z.enum(ISSUER_MODES).default('ORG_URL'),
    credentials: z
      .object({
        signing: z.object({ rotationMode: z.enum(ROTATION_MODES).nullish() }).nullish(),
      })
      .nullish()
      .meta({ description: 'Absent: the keys are rotated as before, in a new server by themselves' }),
  })
  .meta({ id: 'AuthorizationServerWrite' })
export type AuthorizationServerWrite = z.output<typeof authorizationServerWriteSchema>

/** The days after which a signing key is due for the next one. */
export const SIGNING_KEY_DAYS = 90

const signingSchema = z
  .object({
    kid: z.string().meta({ description: 'Id of the key that signs' }),
    rotationMode: z.enum(ROTATION_MODES),
    lastRotated: timestampSchema,
    nextRotation: timestampSchema.optional().meta({ description: 'Absent where keys are rotated by hand' }),
  })
  .meta({ id: 'AuthorizationServerSigning', description: 'The key that signs its tokens' })

/** A server that gives tokens to clients, by policies of its own (spec/4 §1.2). */
export const authorizationServerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    audiences: z.array(z.string()),
    issuer: z.string(),
    issuerMode: z.enum(ISSUER_MODES),
    status: activeStatusSchema,
    default: z.boolean(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    credentials: z.object({ signing: signingSchema }),
    _links: linksSchema,
  })
  .meta({ id: 'AuthorizationServer' })
export type AuthorizationServer = z.output<typeof authorizationServerSchema>

/** The content of an authorization server beside its name and status. */
export interface AuthorizationServerDefinition {
  description: string | null
  audiences: string[]
  issuerMode: string
}
