import type { z } from 'zod'
import type * as schemas from '#contract/policy/actions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { EnrollmentSettings, passwordSettingsSchema } from '#contract/policy/settings.ts'

/** The actions of each type as the schema that let them in has left them. */
export interface ActionsByType {
  SVC_SIGN_ON: { signon: z.output<typeof schemas.signOnActionSchema> }
  PASSWORD: z.output<typeof schemas.passwordActionsSchema>
  MFA_ENROLL: z.output<typeof schemas.enrollActionSchema>
  IDP_DISCOVERY: z.output<typeof schemas.idpActionSchema>
  ACCESS_POLICY: { appSignOn: z.output<typeof schemas.appSignOnActionSchema> }
  PROFILE_ENROLLMENT: z.output<typeof schemas.profileEnrollmentActionSchema>
  POST_AUTH_SESSION: z.output<typeof schemas.postAuthSessionActionSchema>
  ENTITY_RISK: z.output<typeof schemas.entityRiskActionSchema>
  OAUTH_AUTHORIZATION_POLICY: { token: z.output<typeof schemas.tokenActionSchema> }
}

export interface SettingsByType {
  PASSWORD: z.output<typeof passwordSettingsSchema>
  MFA_ENROLL: EnrollmentSettings
}

/** A table of one function per type. */
export type PerType<Result> = { [Type in PolicyType]: (actions: ActionsByType[Type]) => Result }

/**
 * Calls a type's entry. Actions that do not have the type's shape (a draft in an editor, an older file) give the
 * fallback instead of an exception: words about a rule must never be what stops a page.
 */
export function perType<Result>(
  table: PerType<Result>,
  type: PolicyType,
  actions: Record<string, unknown>,
  fallback: Result,
): Result {
  try {
    return (table[type] as (actions: Record<string, unknown>) => Result)(actions)
  } catch {
    return fallback
  }
}
