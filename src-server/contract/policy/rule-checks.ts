import type { z } from 'zod'
import { EVERYONE, EVERYONE_ELSEWHERE, type RuleConditions } from './conditions.ts'

/** What must hold between the conditions of a rule. */
export type RuleCheck = (conditions: RuleConditions, context: z.core.$RefinementCtx<RuleConditions>) => void

/** Grants in which a person takes part, so that a rule for them must name somebody (spec/4 §1.1). */
const PERSONAL_GRANTS = new Set(['authorization_code', 'implicit', 'password'])

/** A rule for grants to people names people. */
export const checkGrants: RuleCheck = ({ people, grantTypes }, context) => {
  const personal = grantTypes?.include.filter((grant) => PERSONAL_GRANTS.has(grant)) ?? []
  const named = (people?.users?.include?.length ?? 0) + (people?.groups?.include?.length ?? 0)
  if (personal.length && named === 0)
    context.addIssue({
      code: 'custom',
      path: ['people'],
      message: `must include a user or a group, because ${personal.join(', ')} is granted to people`,
    })
}

/** Only token rules know the group Everyone by another name than its id. */
export const checkGroups: RuleCheck = ({ people }, context) => {
  if (people?.groups?.include?.includes(EVERYONE))
    context.addIssue({
      code: 'custom',
      path: ['people', 'groups', 'include'],
      message: EVERYONE_ELSEWHERE,
    })
}
