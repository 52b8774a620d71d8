import { ADMIN_ROLES } from '#contract/access/admin-roles.ts'
import { dayStart, HOUR_MS, iso } from './clock.ts'
import { sampleId } from './random.ts'
import type { References } from './references.ts'
import { ADMINISTRATORS, type AdministratorSpec } from './resources.ts'
import type { SampleOptions, SampleRole, SampleRoleTarget } from './types.ts'

/** Who administers the organization, by roles of their own or of a group, some of them for a few groups only. */
export function buildAdministrators(
  { seed, now }: SampleOptions,
  references: References,
): { roles: SampleRole[]; roleTargets: SampleRoleTarget[] } {
  const roles = ADMINISTRATORS.map((spec): SampleRole => {
    const created = iso(dayStart(now, spec.grantedDaysAgo) + 9 * HOUR_MS)
    const isGroup = spec.assignee.startsWith('group:')
    const prefixed = isGroup ? 'groupRoleAssignment' : 'roleAssignment'
    return {
      assigneeId: references.resolve(spec.assignee),
      type: spec.type,
      assigneeKind: isGroup ? 'GROUP' : 'USER',
      roleId: ADMIN_ROLES[spec.type].sharedId ?? sampleId(seed, prefixed, `${spec.assignee} ${spec.type}`),
      created,
      lastUpdated: created,
    }
  })
  return { roles, roleTargets: ADMINISTRATORS.flatMap((spec) => targetsOf(spec, now, references)) }
}

function targetsOf(
  { assignee, type, grantedDaysAgo, groups = [] }: AdministratorSpec,
  now: number,
  references: References,
) {
  return groups.map((key): SampleRoleTarget => {
    const created = iso(dayStart(now, grantedDaysAgo) + 9 * HOUR_MS)
    return {
      assigneeId: references.resolve(assignee),
      type,
      kind: 'group',
      targetId: references.id('group', key),
      created,
    }
  })
}
