import type { App, AppGroup, AppUser } from '../../../contract/app.ts'
import type { AppDefinition } from '../../../db/models/app.ts'
import type { AppRow } from '../../../operations/apps/apps.ts'
import type { AppGroupRow, AppUserRow } from '../../../operations/apps/assignments.ts'
import { link } from '../links.ts'

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
    _links: {
      self: link(self, 'GET'),
      users: link(`${self}/users`, 'GET', 'POST'),
      groups: link(`${self}/groups`, 'GET'),
    },
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
