import { apps, assignments, mappings, zones } from './access.ts'
import { groups, memberships, people, userTypes, USER_TYPES } from './directory.ts'
import { planOf, type Defaults, type TableRows } from './plan.ts'
import { planPolicies, policies, rules } from './policies.ts'
import type { WorkspaceSizes } from './sizes.ts'

/**
 * The rows of an invented organization of any size, in an order that the references between tables allow. Rows are made
 * as they are read, so that only ids are held in memory. Pure: the same seed, sizes and defaults give the same rows.
 */
export function* largeWorkspace(seed: string, sizes: WorkspaceSizes, defaults: Defaults): Generator<TableRows> {
  const plan = planOf(seed, sizes, defaults, USER_TYPES.length)
  yield userTypes(plan)
  yield groups(plan)
  yield people(plan)
  yield memberships(plan)
  yield zones(plan)
  yield apps(plan)
  yield* assignments(plan)
  const planned = planPolicies(plan)
  yield policies(plan, planned)
  yield rules(plan, planned)
  const ofType = (standard: string | null, type: string) =>
    standard === null ? [] : [standard, ...planned.filter((policy) => policy.type === type).map(({ id }) => id)]
  yield mappings(plan, {
    ACCESS_POLICY: ofType(defaults.accessPolicyId, 'ACCESS_POLICY'),
    PROFILE_ENROLLMENT: ofType(defaults.profileEnrollmentId, 'PROFILE_ENROLLMENT'),
  })
}
