import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { idListSchema, lineSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/**
 * The shape of every condition (spec/1 "Conditions", spec/4 §1.1). Which type allows which is in
 * `policy-types.ts`. All objects are strict: an administrator who misspells a condition would otherwise get a policy that
 * reaches everyone. Clients that do not ask for strict handling have unknown keys taken out before (spec/5 decision 2).
 */

/** `include`/`exclude` of ids; both optional, because the service itself replies with only `users.exclude`. */
const includeExclude = z.strictObject({ include: idListSchema.optional(), exclude: idListSchema.optional() })

/** In `people.groups.include` of a token rule: the group Everyone, whatever its id (spec/5 §14). */
export const EVERYONE = 'EVERYONE'
/** Why that word is refused elsewhere. */
export const EVERYONE_ELSEWHERE = `${EVERYONE} is for rules of authorization servers; name the group by its id`

const peopleConditionSchema = z
  .strictObject({ users: includeExclude.optional(), groups: includeExclude.optional() })
  .meta({ id: 'PeopleCondition', description: 'Users and groups that the rule is for, and whom it spares' })

/** On a policy only groups can be included (spec/1 "Conditions"). */
const policyPeopleConditionSchema = z
  .strictObject({
    groups: z.strictObject({ include: idListSchema.refine((ids) => !ids.includes(EVERYONE), EVERYONE_ELSEWHERE) }),
  })
  .meta({ id: 'PolicyPeopleCondition', description: 'Groups that the policy is for' })

const userTypeConditionSchema = z
  .strictObject({ include: idListSchema.default([]), exclude: idListSchema.default([]) })
  .meta({ id: 'UserTypeCondition' })

const authContextConditionSchema = z
  .strictObject({ authType: z.enum(['ANY', 'LDAP_INTERFACE']).default('ANY') })
  .meta({ id: 'AuthContextCondition', description: 'How the person authenticates' })

export const ALL_ZONES = 'ALL_ZONES'

function allZonesStandsAlone(ids: readonly string[] | undefined): boolean {
  return !ids?.includes(ALL_ZONES) || ids.length === 1
}

const zoneList = idListSchema.refine(allZonesStandsAlone, `${ALL_ZONES} must be the only element`).optional()
const networkShape = { connection: z.enum(['ANYWHERE', 'ZONE']), include: zoneList, exclude: zoneList }

function assertZonesMatch(
  { connection, include = [], exclude = [] }: { connection: string; include?: string[]; exclude?: string[] },
  context: z.RefinementCtx,
): void {
  const named = include.length + exclude.length
  if (connection === 'ZONE' && named === 0)
    context.addIssue({ code: 'custom', path: ['include'], message: 'ZONE needs zones in include or exclude' })
  if (connection === 'ANYWHERE' && named > 0)
    context.addIssue({ code: 'custom', path: ['connection'], message: 'must be ZONE when zones are named' })
}

const networkConditionSchema = z
  .strictObject({ ...networkShape, connection: networkShape.connection.default('ANYWHERE') })
  .superRefine(assertZonesMatch)
  .meta({ id: 'NetworkCondition', description: 'Where the request comes from' })

/** The same where it has to be said: of a token, whose restriction must not go by a misspelt key. */
export const tokenNetworkSchema = z
  .strictObject(networkShape)
  .superRefine(assertZonesMatch)
  .meta({ id: 'ApiTokenNetwork', description: 'Where the requests of a token must come from' })

const RISK_LEVELS = ['ANY', 'LOW', 'MEDIUM', 'HIGH'] as const
const riskScoreConditionSchema = z.strictObject({ level: z.enum(RISK_LEVELS) }).meta({ id: 'RiskScoreCondition' })
const entityRiskConditionSchema = z.strictObject({ level: z.enum(RISK_LEVELS) }).meta({ id: 'EntityRiskCondition' })

const riskConditionSchema = z
  .strictObject({ behaviors: idListSchema })
  .meta({ id: 'RiskCondition', description: 'Behaviours that must have been detected; an empty list asks for none' })

export const RISK_DETECTION_TYPES = [
  'ADMIN_REPORTED_USER_RISK',
  'BRUTE_FORCE_ATTACK',
  'ENTITY_CRITICAL_ACTION_FROM_HIGH_THREAT_IP',
  'SVC_THREAT_INTELLIGENCE',
  'SESSION_INFLUENCED_USER_RISK',
  'SUSPICIOUS_APP_ACCESS',
  'USER_REPORTED_SUSPICIOUS_ACTIVITY',
  'SECURITY_EVENTS_PROVIDER_REPORTED_RISK',
] as const
const detectionList = z.array(z.enum(RISK_DETECTION_TYPES)).min(1).max(RISK_DETECTION_TYPES.length)
const riskDetectionTypesConditionSchema = z
  .strictObject({ include: detectionList.optional(), exclude: detectionList.optional() })
  .refine((types) => (types.include === undefined) !== (types.exclude === undefined), {
    message: 'needs either include or exclude, not both',
  })
  .meta({ id: 'RiskDetectionTypesCondition' })

const identityProviderConditionSchema = z
  .strictObject({ provider: z.enum(['ANY', 'SVC', 'SPECIFIC_IDP']), idpIds: idListSchema.optional() })
  .refine((condition) => (condition.provider === 'SPECIFIC_IDP') === Boolean(condition.idpIds?.length), {
    path: ['idpIds'],
    message: 'must name providers when provider is SPECIFIC_IDP, and only then',
  })
  .meta({ id: 'IdentityProviderCondition' })

const authProviderConditionSchema = z
  .strictObject({ provider: z.enum(['SVC', 'DIRECTORY_SERVICE']).default('SVC'), include: idListSchema.optional() })
  .meta({ id: 'AuthProviderCondition', description: 'Where the person’s password lives' })

const deviceConditionSchema = z
  .strictObject({
    registered: z.boolean().optional(),
    managed: z.boolean().optional(),
    assurance: z.strictObject({ include: idListSchema.min(1) }).optional(),
  })
  .refine((device) => device.managed === undefined || device.registered === true, {
    path: ['registered'],
    message: 'must be true when managed is given',
  })
  .meta({ id: 'DeviceCondition' })

export const PLATFORM_TYPES = ['ANY', 'DESKTOP', 'MOBILE', 'OTHER'] as const
export const OS_TYPES = ['ANY', 'IOS', 'ANDROID', 'WINDOWS', 'MACOS', 'OSX', 'CHROMEOS', 'LINUX', 'OTHER'] as const
const platformEntrySchema = z.strictObject({
  type: z.enum(PLATFORM_TYPES).default('ANY'),
  os: z
    .strictObject({
      type: z.enum(OS_TYPES).default('ANY'),
      expression: z.string().max(LIMITS.expressionLength).optional(),
      version: z
        .strictObject({ matchType: z.enum(['EXPRESSION', 'SEMVER']), value: z.string().min(1).max(255) })
        .optional(),
    })
    .optional(),
})
const platformConditionSchema = z
  .strictObject({
    include: z.array(platformEntrySchema).max(LIMITS.conditionEntries).optional(),
    exclude: z.array(platformEntrySchema).max(LIMITS.conditionEntries).optional(),
  })
  .meta({ id: 'PlatformCondition' })

const appEntrySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('APP'), id: z.string().min(1).max(255), name: lineSchema().nullish() }),
  z.strictObject({ type: z.literal('APP_TYPE'), name: lineSchema().min(1).max(255) }),
])
const appConditionSchema = z
  .strictObject({
    include: z.array(appEntrySchema).max(LIMITS.conditionEntries).default([]),
    exclude: z.array(appEntrySchema).max(LIMITS.conditionEntries).default([]),
  })
  .meta({ id: 'AppCondition', description: 'Applications; two empty lists mean all' })

export const PATTERN_MATCH_TYPES = ['EQUALS', 'CONTAINS', 'STARTS_WITH', 'SUFFIX', 'EXPRESSION'] as const
const userIdentifierConditionSchema = z
  .strictObject({
    type: z.enum(['IDENTIFIER', 'ATTRIBUTE']).optional().meta({ description: 'Needed where there are patterns' }),
    attribute: z.string().min(1).max(255).nullish(),
    patterns: z
      .array(z.strictObject({ matchType: z.enum(PATTERN_MATCH_TYPES), value: z.string().min(1).max(1_024) }))
      .max(LIMITS.conditionEntries),
  })
  .superRefine((condition, context) => {
    // The service answers no patterns, without a type, where a rule asks for nothing (spec/5 §13).
    if (condition.type === undefined && condition.patterns.length > 0)
      context.addIssue({ code: 'custom', path: ['type'], message: 'is required' })
    const single = condition.type === 'ATTRIBUTE' || condition.patterns.some((p) => p.matchType === 'EXPRESSION')
    if (single && condition.patterns.length !== 1)
      context.addIssue({ code: 'custom', path: ['patterns'], message: 'must hold exactly one pattern here' })
    if ((condition.type === 'ATTRIBUTE') !== Boolean(condition.attribute))
      context.addIssue({
        code: 'custom',
        path: ['attribute'],
        message: 'belongs to type ATTRIBUTE, and is needed there',
      })
  })
  .meta({ id: 'UserIdentifierCondition' })

const elConditionSchema = z
  .strictObject({ condition: worded(z.string().trim().min(1).max(LIMITS.expressionLength), 'expression') })
  .meta({ id: 'ExpressionCondition', description: 'A condition in the expression language' })

export const ALL_CLIENTS = 'ALL_CLIENTS'
const clientsConditionSchema = z
  .strictObject({
    include: idListSchema
      .min(1)
      .refine((ids) => !ids.includes(ALL_CLIENTS) || ids.length === 1, `${ALL_CLIENTS} must be the only element`),
  })
  .meta({ id: 'ClientsCondition' })

/** The grants that go by a word; all others go by a URN (spec/4 §1.1). */
const GRANTS_BY_WORD = ['implicit', 'client_credentials', 'authorization_code', 'password']
const grantTypesConditionSchema = z
  .strictObject({
    include: idListSchema.min(1).superRefine((grants, context) =>
      grants.forEach((grant, index) => {
        if (GRANTS_BY_WORD.includes(grant) || /^urn:\S+$/.test(grant)) return
        const message = `${grant} is no grant; must be one of ${GRANTS_BY_WORD.join(', ')}, or a URN`
        context.addIssue({ code: 'custom', path: [index], message })
      }),
    ),
  })
  .meta({ id: 'GrantTypesCondition' })
export const ALL_SCOPES = '*'
const scopesConditionSchema = z
  .strictObject({
    include: idListSchema
      .default([])
      .refine((names) => !names.includes(ALL_SCOPES) || names.length === 1, `${ALL_SCOPES} must be the only element`),
  })
  .meta({ id: 'ScopesCondition', description: 'Scopes that a request may ask for; an empty list asks for none' })

/** Every condition key that a rule of some type can carry. */
export const RULE_CONDITIONS = {
  people: peopleConditionSchema,
  userType: userTypeConditionSchema,
  network: networkConditionSchema,
  authContext: authContextConditionSchema,
  riskScore: riskScoreConditionSchema,
  risk: riskConditionSchema,
  identityProvider: identityProviderConditionSchema,
  device: deviceConditionSchema,
  platform: platformConditionSchema,
  userIdentifier: userIdentifierConditionSchema,
  app: appConditionSchema,
  elCondition: elConditionSchema,
  entityRisk: entityRiskConditionSchema,
  riskDetectionTypes: riskDetectionTypesConditionSchema,
  clients: clientsConditionSchema,
  grantTypes: grantTypesConditionSchema,
  scopes: scopesConditionSchema,
} as const
export type RuleConditionKey = keyof typeof RULE_CONDITIONS

/** Every condition key that a policy of some type can carry. */
export const POLICY_CONDITIONS = {
  people: policyPeopleConditionSchema,
  authProvider: authProviderConditionSchema,
  clients: clientsConditionSchema,
  network: networkConditionSchema,
  app: appConditionSchema,
} as const
export type PolicyConditionKey = keyof typeof POLICY_CONDITIONS

/** The union of all conditions, as the evaluator reads them; each type carries a subset. */
export type RuleConditions = { [Key in RuleConditionKey]?: z.output<(typeof RULE_CONDITIONS)[Key]> }
export type PolicyConditions = { [Key in PolicyConditionKey]?: z.output<(typeof POLICY_CONDITIONS)[Key]> }
