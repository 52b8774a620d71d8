import type { Group, GroupStats } from '#contract/directory/group.ts'
import type { UserType } from '#contract/directory/user-type.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { UserTypeRecord } from '#db/tables/users.ts'
import type { ExpandedGroup } from '#operations/directory/search/expand-groups.ts'
import type { GroupCounts } from '#operations/directory/search/expand-groups.sql.ts'
import { presentApp } from '../apps/presenter.ts'
import { logoLinks } from '../links.ts'

/**
 * A group; it has no link to itself, and one to its owners where the engine is the newer one (spec/5 §3). The class `svc:user_group` is
 * that of native groups (spec/2 "Group"); what imported ones answer is our own choice.
 */
export function presentGroup(row: GroupRecord, base: string, engine: Engine): Group {
  const self = `${base}/api/v1/groups/${row.id}`
  return {
    id: row.id,
    created: row.created,
    lastUpdated: row.lastUpdated,
    lastMembershipUpdated: row.lastMembershipUpdated,
    objectClass: [row.type === 'APP_GROUP' ? 'svc:app_group' : 'svc:user_group'],
    type: row.type,
    profile: { name: row.name, description: row.description, ...row.profile },
    ...(row.sourceId === null ? {} : { source: { id: row.sourceId } }),
    _links: {
      logo: logoLinks(base, 'group', 'medium', 'large'),
      users: { href: `${self}/users` },
      apps: { href: `${self}/apps` },
      ...(engine === 'identity' ? { owners: { href: `${self}/owners` } } : {}),
      ...(row.sourceId === null ? {} : { source: { href: `${base}/api/v1/apps/${row.sourceId}` } }),
    },
  }
}

/** A group with what `expand` asks for; without that, the group alone. */
export function presentExpandedGroup(expanded: ExpandedGroup, base: string, engine: Engine): Group {
  const { group, counts, app } = expanded
  const embedded = {
    ...(counts ? { stats: statsOf(group.id, counts, base) } : {}),
    ...(app ? { app: presentApp(app, base, engine) } : {}),
  }
  const view = presentGroup(group, base, engine)
  return Object.keys(embedded).length === 0 ? view : { ...view, _embedded: embedded }
}

/** Groups are given no roles here. */
function statsOf(groupId: string, { users, apps, pushes }: GroupCounts, base: string): GroupStats {
  const self = `${base}/api/v1/groups/${groupId}`
  return {
    usersCount: users,
    appsCount: apps,
    groupPushMappingsCount: pushes,
    hasAdminPrivilege: false,
    _links: { apps: { href: `${self}/apps` }, users: { href: `${self}/users` } },
  }
}

export function presentUserType(row: UserTypeRecord, base: string): UserType {
  const meta = `${base}/api/v1/meta`
  return {
    id: row.id,
    displayName: row.displayName,
    name: row.name,
    description: row.description,
    createdBy: row.createdBy,
    lastUpdatedBy: row.lastUpdatedBy,
    default: row.isDefault,
    created: row.created,
    lastUpdated: row.lastUpdated,
    _links: {
      schema: { rel: 'schema', href: `${meta}/schemas/user/${row.schemaId}`, method: 'GET' },
      self: { rel: 'self', href: `${meta}/types/user/${row.id}`, method: 'GET' },
    },
  }
}
