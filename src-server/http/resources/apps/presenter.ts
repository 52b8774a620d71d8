import type { App, AppGroup, AppUser } from '#contract/apps/app.ts'
import type { Links } from '#contract/interface/fields.ts'
import type { AppGroupRecord } from '#db/tables/apps.ts'
import type { AppWithPolicies } from '#operations/apps/apps.ts'
import type { AppUserView } from '#operations/apps/assignments.ts'
import { lifecycleLink, link } from '../links.ts'

export function presentApp(row: AppWithPolicies, base: string): App {
  const self = `${base}/api/v1/apps/${row.id}`
  const { definition } = row
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    status: row.status,
    created: row.created,
    lastUpdated: row.lastUpdated,
    accessibility: definition.accessibility,
    visibility: definition.visibility,
    features: definition.features,
    signOnMode: row.signOnMode,
    settings: definition.settings,
    ...(definition.profile ? { profile: definition.profile } : {}),
    _links: appLinks(row, self, base),
  }
}

/** An application can be deleted once it is inactive; those of the platform itself stay as they are. */
function appLinks(row: AppWithPolicies, self: string, base: string): Links {
  const own = !row.system
  const policy = (id: string | null) => ({ href: `${base}/api/v1/policies/${id}` })
  return {
    self: own ? link(self, 'GET', 'PUT', ...(row.status === 'ACTIVE' ? [] : ['DELETE'])) : link(self, 'GET'),
    ...(row.accessPolicyId ? { accessPolicy: policy(row.accessPolicyId) } : {}),
    ...(row.profileEnrollmentId ? { profileEnrollment: policy(row.profileEnrollmentId) } : {}),
    ...(own ? { policies: link(`${self}/policies`, 'PUT') } : {}),
    users: link(`${self}/users`, 'GET', 'POST'),
    groups: link(`${self}/groups`, 'GET'),
    ...(own ? lifecycleLink(self, row.status) : {}),
  }
}

export function presentAppUser(row: AppUserView, base: string): AppUser {
  return {
    id: row.userId,
    scope: 'USER',
    status: row.status,
    created: row.created,
    lastUpdated: row.lastUpdated,
    statusChanged: row.created,
    profile: row.profile,
    _links: {
      user: link(`${base}/api/v1/users/${row.userId}`, 'GET'),
      app: link(`${base}/api/v1/apps/${row.appId}`, 'GET'),
    },
  }
}

export function presentAppGroup(row: AppGroupRecord, base: string): AppGroup {
  return {
    id: row.groupId,
    lastUpdated: row.lastUpdated,
    priority: row.priority,
    profile: row.profile,
    _links: {
      group: link(`${base}/api/v1/groups/${row.groupId}`, 'GET'),
      app: link(`${base}/api/v1/apps/${row.appId}`, 'GET'),
    },
  }
}
