import { Op } from 'sequelize'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIST_START } from '#contract/interface/list-links.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { roleTargets } from '#db/tables/role-assignments.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { readAppName, type AppName } from './app-names.ts'
import { requireRole } from './role-assignments.ts'
import type { RoleInPath } from './role-targets.ts'
import { groupsOfLimits } from './roles.sql.ts'

interface PageQuery {
  limit: number
  after?: string | undefined
}

const placeOf = ({ after }: PageQuery) => (after === LIST_START ? undefined : after)

/** The groups that a role is limited to, in the order of their ids. @throws ApiError E0000007, E0000029 */
export async function listGroupTargets(
  reader: Reader,
  { kind, assignee, roleId }: RoleInPath,
  query: PageQuery,
): Promise<Page<GroupRecord>> {
  const { role } = await requireRole(reader, kind, assignee, roleId)
  const { condition: visible } = reader.visible('read', 'roleAssignment')
  const place = { after: startAfter('group', placeOf(query)), limit: query.limit + 1 }
  return cutPage(await groupsOfLimits(reader, role, { visible, ...place }), query.limit, ({ id }) => id)
}

/** An application that a role is limited to, or all that have a name; `since` when. */
export type AppTarget =
  | { readonly kind: 'app'; readonly app: Pick<AppRecord, 'id' | 'label' | 'status'> }
  | { readonly kind: 'appName'; readonly named: AppName; readonly since: string }

/** The applications that a role is limited to: instances, and names of the catalogue, which are always active. @throws ApiError E0000007 */
export async function listAppTargets(
  reader: Reader,
  { kind, assignee, roleId }: RoleInPath,
  query: PageQuery & { status?: ActiveStatus | undefined },
): Promise<Page<AppTarget>> {
  const { role } = await requireRole(reader, kind, assignee, roleId)
  const { condition } = reader.visible('read', 'roleAssignment')
  const ofRole = { assigneeId: role.assigneeId, type: role.type, kind: { [Op.ne]: 'group' as const } }
  const rows = await roleTargets.findAll(reader, {
    where: { ...ofRole, targetId: { [Op.gt]: placeOf(query) ?? '' }, ...sqlCondition(condition) },
    order: ['targetId'],
  })
  const ids = rows.map(({ targetId }) => targetId)
  const instances = await apps.byId(reader, ids)
  const targets: AppTarget[] = []
  for (const { kind: targetKind, targetId, created } of rows) {
    const app = instances.get(targetId)
    if (app) targets.push({ kind: 'app', app })
    else if (targetKind === 'appName') {
      const named = (await readAppName(reader, targetId)) ?? { name: targetId, label: targetId, modes: [] }
      targets.push({ kind: 'appName', named, since: created })
    }
  }
  const { status } = query
  const shown = status === undefined ? targets : targets.filter((target) => statusOf(target) === status)
  return cutPage(shown, query.limit, (target) => (target.kind === 'app' ? target.app.id : target.named.name))
}

const statusOf = (target: AppTarget): ActiveStatus => (target.kind === 'app' ? target.app.status : 'ACTIVE')
