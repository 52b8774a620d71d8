import type { Group } from '../../../contract/group.ts'
import type { UserType } from '../../../contract/user-type.ts'
import type { User } from '../../../contract/user.ts'
import type { GroupRow } from '../../../operations/directory/groups.ts'
import type { UserTypeRow } from '../../../operations/directory/user-types.ts'
import type { UserRow } from '../../../operations/directory/users.ts'

export function presentGroup(row: GroupRow, base: string): Group {
  const self = `${base}/api/v1/groups/${row.id}`
  return {
    id: row.id,
    created: row.created,
    lastUpdated: row.last_updated,
    lastMembershipUpdated: row.last_membership_updated,
    objectClass: ['svc:user_group'],
    type: row.type,
    profile: { name: row.name, description: row.description },
    _links: { self: { href: self }, users: { href: `${self}/users` }, apps: { href: `${self}/apps` } },
  }
}

/** A person; a password that is set shows as an empty object, never as itself (spec/4 §2.1). */
export function presentUser(row: UserRow, base: string): User {
  return {
    id: row.id,
    status: row.status,
    created: row.created,
    activated: row.activated,
    statusChanged: row.status_changed,
    lastLogin: row.last_login,
    lastUpdated: row.last_updated,
    passwordChanged: row.password_changed,
    type: { id: row.type_id },
    profile: JSON.parse(row.profile) as User['profile'],
    credentials: {
      ...(row.password_hash ? { password: {} } : {}),
      provider: { type: 'SVC', name: 'SVC' },
    },
    _links: { self: { href: `${base}/api/v1/users/${row.id}` } },
  }
}

export function presentUserType(row: UserTypeRow, base: string): UserType {
  const href = `${base}/api/v1/meta/types/user/${row.id}`
  return {
    id: row.id,
    displayName: row.display_name,
    name: row.name,
    description: row.description,
    createdBy: row.created_by,
    lastUpdatedBy: row.last_updated_by,
    default: row.is_default === 1,
    created: row.created,
    lastUpdated: row.last_updated,
    _links: { self: { rel: 'self', href, method: 'GET' } },
  }
}
