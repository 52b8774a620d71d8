import type { z } from 'zod'
import type { profileEnrollmentActionSchema, signOnActionSchema } from '#contract/policy/actions.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { PolicyView, RuleView } from './read-policies.ts'
import { assertUnchanged } from '../checks.ts'

type Actions = Record<string, unknown>
type Check = (before: Actions, after: Actions, rule: RuleView, policy: PolicyView) => void

type SignOn = { signon: z.output<typeof signOnActionSchema> }
type Enrollment = z.output<typeof profileEnrollmentActionSchema>['profileEnrollment']

const ENROLLMENT = 'actions.profileEnrollment'

/** Attributes of every profile, which a form of profile enrollment keeps once it has them (spec/1). */
const BASE_ATTRIBUTES = ['firstName', 'lastName']

const signOn: Check = (before, after, rule, policy) => {
  if (!rule.system || !policy.system) return
  const old = (before as SignOn).signon.session
  const young = (after as SignOn).signon.session
  for (const key of ['maxSessionLifetimeMinutes', 'usePersistentCookie'] as const)
    assertUnchanged(`actions.signon.session.${key}`, young[key], old[key])
}

const profileEnrollment: Check = (before, after) => {
  const old = before['profileEnrollment'] as Enrollment
  const young = after['profileEnrollment'] as Enrollment
  if (young.access === 'DENY' && old.access !== 'DENY')
    throw invalid(`${ENROLLMENT}.access`, 'cannot be changed to DENY after creation')
  if (old.uiSchemaId && !young.uiSchemaId)
    throw invalid(`${ENROLLMENT}.uiSchemaId`, `is required, because the rule has one: ${old.uiSchemaId}`)
  const attribute = (enrollment: Enrollment, name: string) => enrollment.profileAttributes.find((a) => a.name === name)
  for (const name of BASE_ATTRIBUTES) {
    const had = attribute(old, name)
    if (had && JSON.stringify(had) !== JSON.stringify(attribute(young, name)))
      throw invalid(`${ENROLLMENT}.profileAttributes`, `the base attribute ${name} can be neither changed nor removed`)
  }
}

/** What a replaced rule must keep of its actions, by type of policy (spec/1 "Defaults" 4, "Profile enrollment policy"). */
const CHECKS: Partial<Record<PolicyType, Check>> = {
  SVC_SIGN_ON: signOn,
  PROFILE_ENROLLMENT: profileEnrollment,
}

/** @throws E0000001 or E0000077 with the field that may not change so */
export function assertImmutableActions(policy: PolicyView, rule: RuleView, after: Actions): void {
  CHECKS[policy.type]?.(rule.actions, after, rule, policy)
}
