import { z } from 'zod'
import { activeStatusSchema, idListSchema, linksSchema, nameSchema, timestampSchema } from '../../interface/fields.ts'
import { completeProtocol } from './identity-provider-defaults.ts'
import {
  IDENTITY_PROVIDER_TYPES,
  PROTOCOLS_OF,
  protocolSchema,
  text,
  type IdentityProviderType,
} from './identity-provider-protocol.ts'

const noneOr = (...actions: [string, ...string[]]) =>
  z.strictObject({ action: z.enum(['NONE', ...actions]).default('NONE') }).prefault({})

const policySchema = z.strictObject({
  provisioning: z
    .strictObject({
      action: z.enum(['AUTO', 'DISABLED']).default('AUTO'),
      profileMaster: z.boolean().default(false),
      groups: z
        .strictObject({
          action: z.enum(['NONE', 'APPEND', 'ASSIGN', 'SYNC']).default('NONE'),
          assignments: idListSchema.optional(),
          filter: idListSchema.optional(),
          sourceAttributeName: text.optional(),
        })
        .prefault({}),
      conditions: z.strictObject({ deprovisioned: noneOr('REACTIVATE'), suspended: noneOr('UNSUSPEND') }).prefault({}),
    })
    .prefault({}),
  accountLink: z
    .strictObject({
      filter: z
        .strictObject({ groups: z.strictObject({ include: idListSchema }) })
        .nullable()
        .default(null),
      action: z.enum(['AUTO', 'DISABLED']).default('AUTO'),
    })
    .prefault({}),
  subject: z
    .strictObject({
      userNameTemplate: z.strictObject({ template: text.default('idpuser.email') }).prefault({}),
      filter: text.nullable().default(null),
      matchType: z.enum(['USERNAME', 'EMAIL', 'USERNAME_OR_EMAIL', 'CUSTOM_ATTRIBUTE']).default('USERNAME'),
      matchAttribute: text.nullable().default(null),
    })
    .refine((subject) => subject.matchType !== 'CUSTOM_ATTRIBUTE' || subject.matchAttribute !== null, {
      path: ['matchAttribute'],
      message: 'is required for CUSTOM_ATTRIBUTE',
    })
    .prefault({}),
  maxClockSkew: z.int().min(0).max(3_600_000).default(0).meta({ description: 'Milliseconds' }),
  mapAMRClaims: z.boolean().optional().meta({ description: 'Of SAML2 and OIDC, where it is true' }),
  trustClaims: z.boolean().optional().meta({ description: 'Of SAML2 and OIDC' }),
  transformedUsernameMatchingEnabled: z.boolean().default(false),
})

/** A policy with what only types that send claims have (spec/5 §9, spec/6 3). */
export function completePolicy(type: IdentityProviderType, policy: z.output<typeof policySchema>): typeof policy {
  const { mapAMRClaims: maps, trustClaims: trusts = false, ...others } = policy
  const sendsClaims = type === 'SAML2' || type === 'OIDC'
  return sendsClaims ? { ...others, ...(maps ? { mapAMRClaims: true } : {}), trustClaims: trusts } : others
}

/**
 * A value with its keys in the order of the schema, so that what is sent back as it was read changes nothing; as it is where it
 * is refused anyway.
 */
function inOrder<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): z.output<Schema> {
  return schema.safeParse(value).data ?? value
}

/** An identity provider as a request carries it. */
export const identityProviderWriteSchema = z
  .object({
    type: z.enum(IDENTITY_PROVIDER_TYPES),
    name: nameSchema,
    status: activeStatusSchema.optional(),
    issuerMode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).default('DYNAMIC'),
    protocol: protocolSchema.optional(),
    policy: policySchema.prefault({}),
  })
  .superRefine(({ type, protocol }, context) => {
    if (!protocol || PROTOCOLS_OF[type].includes(protocol.type)) return
    const allowed = PROTOCOLS_OF[type]
    const message = allowed.length ? `must be ${allowed.join(' or ')} for ${type}` : `does not go with ${type}`
    context.addIssue({ code: 'custom', path: ['protocol', 'type'], message })
  })
  .overwrite((provider) => {
    const [usual] = PROTOCOLS_OF[provider.type]
    const protocol = provider.protocol ?? (usual && { type: usual })
    return {
      ...provider,
      ...(protocol ? { protocol: inOrder(protocolSchema, completeProtocol(provider.type, protocol)) } : {}),
      policy: inOrder(policySchema, completePolicy(provider.type, provider.policy)),
    }
  })
  .meta({ id: 'IdentityProviderWrite' })

/** An identity provider that people can be routed to, or come from (spec/4 §1.1, §1.2), in the order of spec/5 §9. */
export const identityProviderSchema = z
  .object({
    id: z.string(),
    issuerMode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).optional().meta({ description: 'Not of SAML2' }),
    name: z.string(),
    status: activeStatusSchema,
    created: timestampSchema.nullable().meta({ description: 'Null in the reply to a PUT' }),
    lastUpdated: timestampSchema,
    protocol: protocolSchema.optional(),
    policy: policySchema,
    type: z.enum(IDENTITY_PROVIDER_TYPES),
    _links: linksSchema,
  })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.output<typeof identityProviderSchema>
