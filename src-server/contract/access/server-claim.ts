import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { GROUP_FILTER_TYPES, type GroupFilterType } from '../apps/modes/federation.ts'
import { activeStatusSchema, linksSchema, nameSchema, type ActiveStatus } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** The token that a claim is part of: `RESOURCE` is the access token, `IDENTITY` the ID token. */
export const CLAIM_TYPES = ['RESOURCE', 'IDENTITY'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]
/** What makes the value of a claim: an expression, a filter of the person's groups, or the server itself. */
export const CLAIM_VALUES = ['EXPRESSION', 'GROUPS', 'SYSTEM'] as const

/** Claims that the server makes itself (RFC 7519 §4.1, RFC 7800, RFC 8417, RFC 8693 §4, RFC 9068 §2.2, RFC 9396, OpenID Connect Core 1.0 §2, and its session). */
const RESERVED: ReadonlySet<string> = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'ver', 'cid', 'client_id', 'uid', 'scp', 'scope', 'cnf'],
  ...['auth_time', 'nonce', 'at_hash', 'c_hash', 'sid', 'amr', 'acr', 'azp', 'act', 'may_act', 'events'],
  'authorization_details',
])

/** Whether the server makes a claim of this name itself, so that no other can have it. */
export const isReservedClaim = (name: string): boolean => RESERVED.has(name)

const scopeNames = z
  .array(z.string().min(1).max(LIMITS.nameLength))
  .max(LIMITS.serverScopes)
  .refine((names) => new Set(names).size === names.length, 'must not name the same scope twice')

/** A claim as a request carries it (spec/5 §14). */
export const serverClaimWriteSchema = z
  .object({
    name: nameSchema,
    status: activeStatusSchema.default('ACTIVE'),
    claimType: z.enum(CLAIM_TYPES),
    valueType: z.enum(CLAIM_VALUES),
    value: worded(
      z
        .string()
        .regex(/\S/, 'must not be empty')
        .max(LIMITS.expressionLength)
        .meta({ description: 'An expression of the Classic language, or the text of the filter' }),
      'expression',
    ),
    conditions: z
      .object({ scopes: scopeNames.default([]) })
      .default({ scopes: [] })
      .meta({ description: 'Names of scopes of which one has to be granted; none: the claim is always there' }),
    alwaysIncludeInToken: z.boolean().default(false).meta({
      description: 'Of an ID token alone: whether it holds the claim though an access token reads it elsewhere',
    }),
    group_filter_type: z.enum(GROUP_FILTER_TYPES).optional().meta({ description: 'Of `GROUPS` alone' }),
  })
  .superRefine(({ valueType, group_filter_type: filter }, context) => {
    const fault = filter === undefined ? 'must say how the value filters groups' : 'goes with groups alone'
    if ((valueType === 'GROUPS') !== (filter !== undefined))
      context.addIssue({ code: 'custom', path: ['group_filter_type'], message: fault })
  })
  .meta({ id: 'AuthorizationServerClaimWrite' })
export type ServerClaimWrite = z.output<typeof serverClaimWriteSchema>

/** A claim of the tokens of an authorization server, in the order of the wire. */
export const serverClaimSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    status: activeStatusSchema,
    claimType: z.enum(CLAIM_TYPES),
    valueType: z.enum(CLAIM_VALUES),
    value: worded(z.string(), 'expression'),
    conditions: z.object({ scopes: z.array(z.string()) }),
    system: z.boolean(),
    alwaysIncludeInToken: z.boolean(),
    apiResourceId: z.null(),
    group_filter_type: z.enum(GROUP_FILTER_TYPES).optional(),
    _links: linksSchema,
  })
  .meta({ id: 'AuthorizationServerClaim' })
export type ServerClaim = z.output<typeof serverClaimSchema>

/** What makes a claim, as it is evaluated and stored. */
export interface ClaimContent {
  name: string
  status: ActiveStatus
  claimType: ClaimType
  valueType: (typeof CLAIM_VALUES)[number]
  value: string
  /** Of groups alone. */
  groupFilterType: GroupFilterType | null
  /** Names of scopes, of which one has to be granted; empty: always. */
  scopes: string[]
  alwaysIncludeInToken: boolean
}

/** The claim that every server has from its creation: for whom an access token is, or for which client where there is no person. */
export const SYSTEM_CLAIM: ClaimContent = {
  name: 'sub',
  status: 'ACTIVE',
  claimType: 'RESOURCE',
  valueType: 'EXPRESSION',
  value: '(appuser != null) ? appuser.userName : app.clientId',
  groupFilterType: null,
  scopes: [],
  alwaysIncludeInToken: true,
}
