import type { z } from 'zod'
import type { profileEnrollmentActionSchema, signOnActionSchema } from '#contract/policy/actions.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { PolicyView, RuleView } from '../snapshot/read-policies.ts'
import { assertUnchanged } from '../service/checks.ts'

type Actions = Record<string, unknown>
type Check = (before: Actions, after: Actions, rule: RuleView, policy: PolicyView) => void

type SignOn = { signon: z.output<typeof signOnActionSchema> }
type Enrollment = z.output<typeof profileEnrollmentActionSchema>['profileEnrollment']

const ENROLLMENT = 'actions.profileEnrollment'

/** Attributes of every profile, which a form of profile enrollment keeps once it has them (spec/1). */
const BASE_ATTRIBUTES = ['firstName', 'lastName']

const signOn: Check = (before, after, rule, policy) => {
  if (!rule.system || !policy.system) return
  const [was, is] = [(before as SignOn).signon.session, (after as SignOn).signon.session]
  for (const key of ['maxSessionLifetimeMinutes', 'usePersistentCookie'] as const)
    assertUnchanged(`actions.signon.session.${key}`, is[key], was[key])
}

const profileEnrollment: Check = (before, after) => {
  const was = before['profileEnrollment'] as Enrollment
  const is = after['profileEnrollment'] as Enrollment
  if (is.access === 'DENY' && was.access !== 'DENY')
    throw invalid(`${ENROLLMENT}.access`, 'cannot be changed to DENY after creation')
  if (was.uiSchemaId && !is.uiSchemaId)
    throw invalid(`${ENROLLMENT}.uiSchemaId`, `is required, because the rule has one: ${was.uiSchemaId}`)
  const attribute = (enrollment: Enrollment, name: string) => enrollment.profileAttributes.find((a) => a.name === name)
  for (const name of BASE_ATTRIBUTES) {
    const had = attribute(was, name)
    if (had && JSON.stringify(had) !== JSON.stringify(attribute(is, name)))
      throw invalid(`${ENROLLMENT}.profileAttributes`, `the base attribute ${name} can be neither changed nor removed`)
  }
}

/** What a replaced rule must keep of its actions, by type of policy (spec/1 "Defaults" 4, "Profile enrollment policy"). */
const CHECKS: Readonly<Record<PolicyType, Check | null>> = {
  SVC_SIGN_ON: signOn,
  PASSWORD: null,
  MFA_ENROLL: null,
  IDP_DISCOVERY: null,
  ACCESS_POLICY: null,
  PROFILE_ENROLLMENT: profileEnrollment,
  POST_AUTH_SESSION: null,
  ENTITY_RISK: null,
  OAUTH_AUTHORIZATION_POLICY: null,
}

/** @throws E0000001 or E0000077 with the field that may not change so */
export function assertImmutableActions(policy: PolicyView, rule: RuleView, after: Actions): void {
  CHECKS[policy.type]?.(rule.actions, after, rule, policy)
}
