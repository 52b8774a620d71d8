import type { App, AppGroup, AppUser } from '../../../contract/app.ts'
import type { Links } from '../../../contract/fields.ts'
import type { AppDefinition } from '../../../db/models/app.ts'
import type { AppRow } from '../../../operations/apps/apps.ts'
import type { AppGroupRow, AppUserRow } from '../../../operations/apps/assignments.ts'
import { lifecycleLink, link } from '../links.ts'

export function presentApp(row: AppRow, base: string): App {
  const self = `${base}/api/v1/apps/${row.id}`
  const definition = JSON.parse(row.definition) as AppDefinition
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    status: row.status,
    created: row.created,
    lastUpdated: row.last_updated,
    accessibility: definition.accessibility,
    visibility: definition.visibility,
    features: definition.features,
    signOnMode: row.sign_on_mode,
    settings: definition.settings,
    ...(definition.profile ? { profile: definition.profile } : {}),
    _links: appLinks(row, self, base),
  }
}

/** An application can be deleted once it is inactive; those of the platform itself stay as they are. */
function appLinks(row: AppRow, self: string, base: string): Links {
  const own = row.system === 0
  const policy = (id: string | null) => ({ href: `${base}/api/v1/policies/${id}` })
  return {
    self: own ? link(self, 'GET', 'PUT', ...(row.status === 'ACTIVE' ? [] : ['DELETE'])) : link(self, 'GET'),
    ...(row.access_policy_id ? { accessPolicy: policy(row.access_policy_id) } : {}),
    ...(row.profile_enrollment_id ? { profileEnrollment: policy(row.profile_enrollment_id) } : {}),
    ...(own ? { policies: link(`${self}/policies`, 'PUT') } : {}),
    users: link(`${self}/users`, 'GET', 'POST'),
    groups: link(`${self}/groups`, 'GET'),
    ...(own ? lifecycleLink(self, row.status) : {}),
  }
}

export function presentAppUser(row: AppUserRow, appId: string, base: string): AppUser {
  return {
    id: row.user_id,
    scope: 'USER',
    status: row.status,
    created: row.created,
    lastUpdated: row.last_updated,
    statusChanged: row.created,
    profile: JSON.parse(row.profile) as AppUser['profile'],
    _links: {
      user: link(`${base}/api/v1/users/${row.user_id}`, 'GET'),
      app: link(`${base}/api/v1/apps/${appId}`, 'GET'),
    },
  }
}

export function presentAppGroup(row: AppGroupRow, appId: string, base: string): AppGroup {
  return {
    id: row.group_id,
    lastUpdated: row.last_updated,
    priority: row.priority,
    profile: JSON.parse(row.profile) as AppGroup['profile'],
    _links: {
      group: link(`${base}/api/v1/groups/${row.group_id}`, 'GET'),
      app: link(`${base}/api/v1/apps/${appId}`, 'GET'),
    },
  }
}
