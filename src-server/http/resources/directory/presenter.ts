import type { Group } from '#contract/directory/group.ts'
import type { UserType } from '#contract/directory/user-type.ts'
import type { User } from '#contract/directory/user.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { UserRecord, UserTypeRecord } from '#db/tables/users.ts'

export function presentGroup(row: GroupRecord, base: string): Group {
  const self = `${base}/api/v1/groups/${row.id}`
  return {
    id: row.id,
    created: row.created,
    lastUpdated: row.lastUpdated,
    lastMembershipUpdated: row.lastMembershipUpdated,
    objectClass: ['svc:user_group'],
    type: row.type,
    profile: { name: row.name, description: row.description },
    _links: { self: { href: self }, users: { href: `${self}/users` }, apps: { href: `${self}/apps` } },
  }
}

/** A person; a password that is set shows as an empty object, never as itself (spec/4 §2.1). */
export function presentUser(row: UserRecord, base: string): User {
  return {
    id: row.id,
    status: row.status,
    created: row.created,
    activated: row.activated,
    statusChanged: row.statusChanged,
    lastLogin: row.lastLogin,
    lastUpdated: row.lastUpdated,
    passwordChanged: row.passwordChanged,
    type: { id: row.typeId },
    profile: row.profile,
    credentials: {
      ...(row.passwordHash ? { password: {} } : {}),
      provider: { type: 'SVC', name: 'SVC' },
    },
    _links: { self: { href: `${base}/api/v1/users/${row.id}` } },
  }
}

export function presentUserType(row: UserTypeRecord, base: string): UserType {
  const href = `${base}/api/v1/meta/types/user/${row.id}`
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
    _links: { self: { rel: 'self', href, method: 'GET' } },
  }
}
