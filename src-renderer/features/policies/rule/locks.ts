import type { Policy, Rule } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'

/** Which parts of a rule are locked, and why (spec/1 "Defaults"). Null: not locked. */
interface Locks {
  /** The whole rule. */
  all: string | null
  /** Conditions, status and place. */
  place: string | null
  /** Session lifetime and cookie of the default rule of the default global session policy. */
  session: boolean
}

const READ_ONLY_TYPES = new Set(['MFA_ENROLL', 'IDP_DISCOVERY'])

export function locksOf(policy: Policy, rule: Rule | null, engine: Engine): Locks {
  if (!rule?.system) return { all: null, place: null, session: false }
  const all =
    engine === 'classic'
      ? 'The Classic Engine does not let default rules be edited.'
      : READ_ONLY_TYPES.has(policy.type)
        ? 'The default rule of this type is read-only.'
        : null
  return {
    all,
    place:
      policyType(policy.type).maxRules === 1
        ? 'This is the policy’s only rule: it is always active, and applies to everyone.'
        : `${rule.name} closes the policy: it is always last and active, and applies where no rule above it does.`,
    session: policy.type === 'SVC_SIGN_ON' && policy.system,
  }
}
