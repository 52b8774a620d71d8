import { z } from 'zod'
import { descriptionSchema, linksSchema, nameSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** Whether the metadata of the server tells everybody of a scope. */
const METADATA_PUBLISH = ['ALL_CLIENTS', 'NO_CLIENTS'] as const
/** Whether people are asked before a client is given a scope: never, always, as the client says, or an administrator for them all. */
export const CONSENTS = ['IMPLICIT', 'REQUIRED', 'FLEXIBLE', 'ADMIN'] as const

/** Names that only the scopes of the management interface have. */
const RESERVED = /^svc\./

/** A scope token (RFC 6749 §3.3): what a client writes in its request, so neither spaces nor quotes. */
const scopeNameSchema = z
  .string()
  .min(1, 'must not be empty')
  .max(LIMITS.nameLength)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]*$/, 'must be of ASCII characters without spaces, quotes and backslashes')
  .refine((name) => !RESERVED.test(name), 'must not begin with svc., as the scopes of the management interface do')

/** A scope as a request carries it (spec/5 §14). */
export const serverScopeWriteSchema = z
  .object({
    name: scopeNameSchema,
    displayName: nameSchema.nullish(),
    description: descriptionSchema,
    metadataPublish: z.enum(METADATA_PUBLISH).default('NO_CLIENTS'),
    consent: z.enum(CONSENTS).default('IMPLICIT'),
    optional: z.boolean().default(false).meta({ description: 'Whether people may leave it out when they are asked' }),
    default: z.boolean().default(false).meta({ description: 'Whether a request without scopes is given it' }),
  })
  .meta({ id: 'AuthorizationServerScopeWrite' })
export type ServerScopeWrite = z.output<typeof serverScopeWriteSchema>

/** A scope that clients may ask an authorization server for, in the order of the wire. */
export const serverScopeSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    displayName: z.string().nullable(),
    description: z.string().nullable(),
    system: z.boolean(),
    metadataPublish: z.enum(METADATA_PUBLISH),
    consent: z.enum(CONSENTS),
    optional: z.boolean(),
    apiResourceId: z.null(),
    default: z.boolean(),
    _links: linksSchema,
  })
  .meta({ id: 'AuthorizationServerScope' })
export type ServerScope = z.output<typeof serverScopeSchema>

/** The scopes of OpenID Connect (Core 1.0 §5.4, §11; Native SSO 1.0), which every server has from its creation. */
export const SYSTEM_SCOPES = {
  openid: { displayName: 'OpenID', description: 'Signs the person in and gives an ID token.' },
  profile: { displayName: 'Profile', description: 'Name, picture, language and the like of the person.' },
  email: { displayName: 'Email', description: 'The email address of the person.' },
  address: { displayName: 'Address', description: 'The postal address of the person.' },
  phone: { displayName: 'Phone', description: 'The telephone number of the person.' },
  offline_access: {
    displayName: 'Offline access',
    description: 'Gives a refresh token, which works while the person is away.',
  },
  device_sso: {
    displayName: 'Device single sign-on',
    description: 'Lets other apps on the same device sign the person in.',
  },
} as const satisfies Record<string, { displayName: string; description: string }>
