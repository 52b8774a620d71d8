import type { Group } from '#contract/directory/group.ts'
import type { UserType } from '#contract/directory/user-type.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { UserTypeRecord } from '#db/tables/users.ts'
import { logoLinks } from '../links.ts'

/** A group; it has no link to itself (spec/5 §3). */
export function presentGroup(row: GroupRecord, base: string): Group {
  const self = `${base}/api/v1/groups/${row.id}`
  return {
    id: row.id,
    created: row.created,
    lastUpdated: row.lastUpdated,
    lastMembershipUpdated: row.lastMembershipUpdated,
    objectClass: ['svc:user_group'],
    type: row.type,
    profile: { name: row.name, description: row.description, ...row.profile },
    _links: {
      logo: logoLinks(base, 'group', 'medium', 'large'),
      users: { href: `${self}/users` },
      apps: { href: `${self}/apps` },
    },
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
