import { z } from 'zod'
import { lineSchema, periodSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { AUTHENTICATOR_KEYS, inBothCases } from './authenticator-table.ts'
import { verificationMethodSchema } from './assurance.ts'

/** What a rule does once it matches, per type (spec/1, spec/4 §1.2). Strict throughout. */

const ACCESS = ['ALLOW', 'DENY'] as const
const accessSchema = z.enum(ACCESS)

const minutes = z.int().min(0).max(525_600)

const sessionSchema = z.strictObject({
  maxSessionIdleMinutes: minutes
    .min(1)
    .default(120)
    .meta({ description: 'Minutes without activity that end the session' }),
  maxSessionLifetimeMinutes: minutes
    .default(0)
    .meta({ description: 'Minutes after which the session ends; 0: no limit' }),
  usePersistentCookie: z.boolean().default(false),
})

/** `actions.signon` of a global session policy's rule. `primaryFactor` is filled by the service on Identity Engine. */
export const signOnActionSchema = z
  .strictObject({
    access: accessSchema,
    requireFactor: z.boolean().default(false),
    primaryFactor: z.enum(['PASSWORD_IDP_ANY_FACTOR', 'PASSWORD_IDP']).optional(),
    factorPromptMode: z.enum(['DEVICE', 'SESSION', 'ALWAYS']).optional(),
    rememberDeviceByDefault: z.boolean().default(false),
    factorLifetime: minutes.optional().meta({ description: 'Minutes before the person is challenged again' }),
    session: sessionSchema.prefault({}),
  })
  .superRefine((signon, context) => {
    if (!signon.requireFactor) return
    for (const key of ['factorPromptMode', 'factorLifetime'] as const)
      if (signon[key] === undefined)
        context.addIssue({ code: 'custom', path: [key], message: 'is required when requireFactor is true' })
  })
  .meta({ id: 'SignOnAction' })

/** Whether people are asked after signing in if they want to stay signed in, and how often (spec/5 §13). */
const keepMeSignedInSchema = z.strictObject({
  postAuth: z.enum(['ALLOWED', 'NOT_ALLOWED']).default('NOT_ALLOWED'),
  postAuthPromptFrequency: periodSchema.optional(),
})

/** `actions.appSignOn` of an authentication policy's rule. */
export const appSignOnActionSchema = z
  .strictObject({
    access: accessSchema,
    verificationMethod: verificationMethodSchema.optional(),
    keepMeSignedIn: keepMeSignedInSchema.prefault({}),
  })
  .refine((action) => action.access === 'DENY' || action.verificationMethod !== undefined, {
    path: ['verificationMethod'],
    message: 'is required when access is ALLOW',
  })
  .meta({ id: 'AppSignOnAction' })

const accessActionSchema = z.strictObject({ access: accessSchema.default('DENY') })

/** What a password reset may begin with; in either case. */
const RESET_METHODS = ['PUSH', 'SMS', 'VOICE', 'EMAIL', 'OTP'] as const

const resetRequirementSchema = z.strictObject({
  primary: z
    .strictObject({
      methods: z
        .array(z.enum(inBothCases(RESET_METHODS)))
        .max(2 * RESET_METHODS.length)
        .optional(),
      methodConstraints: z
        .array(
          z.strictObject({
            method: z.enum(['otp', 'OTP']),
            allowedAuthenticators: z.array(z.strictObject({ key: z.enum(AUTHENTICATOR_KEYS) })).max(50),
          }),
        )
        .max(10)
        .optional(),
    })
    .optional(),
  stepUp: z
    .strictObject({
      required: z.boolean(),
      methods: z
        .array(z.enum(['security_question', 'SECURITY_QUESTION']))
        .max(1)
        .nullish(),
    })
    .optional(),
  accessControl: z.enum(['LEGACY', 'AUTH_POLICY']).optional(),
})

export const passwordActionsSchema = z.strictObject({
  passwordChange: accessActionSchema.prefault({}),
  selfServicePasswordReset: accessActionSchema.extend({ requirement: resetRequirementSchema.optional() }).prefault({}),
  selfServiceUnlock: accessActionSchema.prefault({}),
})

export const enrollActionSchema = z.strictObject({
  enroll: z.strictObject({ self: z.enum(['CHALLENGE', 'LOGIN', 'NEVER']) }),
})

export const IDP_PROVIDER_TYPES = [
  'SVC',
  'AgentlessDSSO',
  'IWA',
  'X509',
  'SAML2',
  'OIDC',
  'APPLE',
  'FACEBOOK',
  'GOOGLE',
  'LINKEDIN',
  'MICROSOFT',
] as const
const ALONE = new Set<string>(['AgentlessDSSO', 'IWA', 'X509'])
const WITHOUT_ID = new Set<string>(['SVC', 'AgentlessDSSO', 'IWA'])

export const idpActionSchema = z.strictObject({
  idp: z
    .strictObject({
      providers: z
        .array(
          z
            .strictObject({
              type: z.enum(IDP_PROVIDER_TYPES),
              id: z.string().min(1).max(255).nullish(),
              name: lineSchema().max(255).nullish(),
            })
            .refine((provider) => WITHOUT_ID.has(provider.type) || Boolean(provider.id), {
              path: ['id'],
              message: 'is required for this type of provider',
            }),
        )
        .max(LIMITS.identityProvidersPerRule)
        .refine((list) => list.length <= 1 || !list.some((p) => ALONE.has(p.type)), {
          message: 'AgentlessDSSO, IWA and X509 stand alone',
        })
        .optional(),
      idpSelectionType: z.enum(['SPECIFIC', 'DYNAMIC']).default('SPECIFIC'),
      matchCriteria: z
        .array(
          z.strictObject({
            providerExpression: z.string().min(1).max(LIMITS.expressionLength),
            propertyName: z.string().min(1).max(255).default('name'),
          }),
        )
        .max(1)
        .optional(),
    })
    .superRefine((idp, context) => {
      const [needed, forbidden] =
        idp.idpSelectionType === 'SPECIFIC'
          ? (['providers', 'matchCriteria'] as const)
          : (['matchCriteria', 'providers'] as const)
      if (!idp[needed]?.length)
        context.addIssue({ code: 'custom', path: [needed], message: `is required for ${idp.idpSelectionType}` })
      // An empty list stands for an absent one (spec/5 §0.1).
      if (idp[forbidden]?.length)
        context.addIssue({ code: 'custom', path: [forbidden], message: `does not go with ${idp.idpSelectionType}` })
    }),
})

const profileAttributeSchema = z.strictObject({
  name: lineSchema().min(1).max(255),
  label: lineSchema().min(1).max(255),
  required: z.boolean().default(false),
})

export const profileEnrollmentActionSchema = z.strictObject({
  profileEnrollment: z.strictObject({
    access: accessSchema,
    activationRequirements: z.strictObject({ emailVerification: z.boolean().default(false) }),
    preRegistrationInlineHooks: z
      .array(z.strictObject({ inlineHookId: idSchema, scopes: z.array(z.string().max(255)).max(50).optional() }))
      .max(LIMITS.preRegistrationInlineHooks)
      .nullable()
      .default(null),
    allowedIdentifiers: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(10)
      .default(() => ['login']),
    profileAttributes: z
      .array(profileAttributeSchema)
      .max(LIMITS.profileAttributes)
      .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'must not name an attribute twice'),
    progressiveProfilingAction: z.enum(['ENABLED', 'DISABLED']).default('DISABLED'),
    targetGroupIds: z.array(idSchema).max(LIMITS.targetGroupIds).nullable().default(null),
    unknownUserAction: z.enum(['DENY', 'REGISTER']),
    uiSchemaId: idSchema.optional(),
    enrollAuthenticators: z.array(z.literal('password')).max(1).optional(),
  }),
})

const workflowAction = z.strictObject({
  action: z.literal('RUN_WORKFLOW'),
  workflow: z.strictObject({ id: z.union([z.int(), idSchema]) }),
})

export const entityRiskActionSchema = z.strictObject({
  entityRisk: z.strictObject({
    actions: z
      .array(
        z.discriminatedUnion('action', [
          z.strictObject({ action: z.literal('TERMINATE_ALL_SESSIONS') }),
          workflowAction,
        ]),
      )
      .max(1)
      .default([]),
  }),
})

export const postAuthSessionActionSchema = z.strictObject({
  postAuthSession: z.strictObject({
    failureActions: z
      .array(
        z.discriminatedUnion('action', [z.strictObject({ action: z.literal('TERMINATE_SESSION') }), workflowAction]),
      )
      .max(1)
      .default([]),
  }),
})

/**
 * `actions.token` of an OAuth authorization policy's rule (spec/4 §1.2). A refresh token's lifetime of 0 has no end; any
 * other must be at least the access token's. The window is how long an unused refresh token stays good.
 */
export const tokenActionSchema = z
  .strictObject({
    accessTokenLifetimeMinutes: z
      .int()
      .min(LIMITS.accessTokenMinutes.min)
      .max(LIMITS.accessTokenMinutes.max)
      .default(60),
    refreshTokenLifetimeMinutes: z.int().min(0).max(LIMITS.refreshWindowMinutes.max).default(0),
    refreshTokenWindowMinutes: z
      .int()
      .min(LIMITS.refreshWindowMinutes.min)
      .max(LIMITS.refreshWindowMinutes.max)
      .default(10_080),
    inlineHook: z.strictObject({ id: z.string().min(1).max(255) }).nullish(),
  })
  .refine(
    (token) =>
      token.refreshTokenLifetimeMinutes === 0 || token.refreshTokenLifetimeMinutes >= token.accessTokenLifetimeMinutes,
    { path: ['refreshTokenLifetimeMinutes'], message: 'must be 0, or at least accessTokenLifetimeMinutes' },
  )
  .meta({ id: 'TokenAction' })
