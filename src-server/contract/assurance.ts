import { z } from 'zod'
import { periodSchema } from './fields.ts'

/** The verification method of an authentication policy's rule (spec/1 "verification method", spec/4 §1.2, §1.7). */

export const AUTHENTICATOR_TYPES = [
  'SECURITY_KEY',
  'PHONE',
  'EMAIL',
  'PASSWORD',
  'SECURITY_QUESTION',
  'APP',
  'FEDERATED',
] as const

export const AUTHENTICATOR_METHODS = [
  'PASSWORD',
  'SECURITY_QUESTION',
  'SMS',
  'VOICE',
  'EMAIL',
  'PUSH',
  'SIGNED_NONCE',
  'OTP',
  'TOTP',
  'WEBAUTHN',
  'PARTNER_APP_A',
  'IDP',
  'CERT',
] as const

const methodsListSchema = z
  .array(z.strictObject({ key: z.string().min(1).max(100), method: z.string().min(1).max(100).optional() }))
  .max(100)

const knowledgeShape = {
  types: z.array(z.enum(AUTHENTICATOR_TYPES)).max(AUTHENTICATOR_TYPES.length).optional(),
  methods: z.array(z.enum(AUTHENTICATOR_METHODS)).max(AUTHENTICATOR_METHODS.length).optional(),
  reauthenticateIn: periodSchema.optional(),
  authenticationMethods: methodsListSchema.optional(),
  excludedAuthenticationMethods: methodsListSchema.optional(),
  required: z.boolean().optional(),
}

const need = (fallback: 'REQUIRED' | 'OPTIONAL') => z.enum(['REQUIRED', 'OPTIONAL']).default(fallback)

/** `required` is always returned: false when methods are excluded, else true unless the request says otherwise. */
function withRequired<T extends { required?: boolean; excludedAuthenticationMethods?: unknown[] }>(constraint: T) {
  const excludes = Boolean(constraint.excludedAuthenticationMethods?.length)
  return { ...constraint, required: excludes ? false : (constraint.required ?? true) }
}

export const knowledgeConstraintSchema = z
  .strictObject(knowledgeShape)
  .overwrite(withRequired)
  .meta({ id: 'KnowledgeConstraint' })

export const possessionConstraintSchema = z
  .strictObject({
    ...knowledgeShape,
    hardwareProtection: need('OPTIONAL'),
    deviceBound: need('OPTIONAL'),
    phishingResistant: need('OPTIONAL'),
    userPresence: need('REQUIRED'),
    userVerification: need('OPTIONAL'),
  })
  .overwrite(withRequired)
  .meta({ id: 'PossessionConstraint' })

export const constraintSchema = z
  .strictObject({ knowledge: knowledgeConstraintSchema.optional(), possession: possessionConstraintSchema.optional() })
  .refine((constraint) => constraint.knowledge !== undefined || constraint.possession !== undefined, {
    message: 'needs knowledge, possession or both',
  })

export const verificationMethodSchema = z
  .strictObject({
    type: z.literal('ASSURANCE').default('ASSURANCE'),
    factorMode: z.enum(['1FA', '2FA']),
    constraints: z.array(constraintSchema).max(100).default([]),
    reauthenticateIn: periodSchema.default('PT12H'),
    inactivityPeriod: periodSchema.optional(),
  })
  .superRefine((method, context) => {
    if (method.factorMode === '2FA') return
    method.constraints.forEach((constraint, index) => {
      if (constraint.knowledge && constraint.possession)
        context.addIssue({
          code: 'custom',
          path: ['constraints', index],
          message: 'asks for two classes of factor, but factorMode is 1FA',
        })
    })
  })
  .meta({ id: 'VerificationMethod' })
export type VerificationMethod = z.output<typeof verificationMethodSchema>
