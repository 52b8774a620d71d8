import { ADMIN_ROLES, type RoleAppTarget, type RoleAssignment, type RoleHolders } from '#contract/access/admin-roles.ts'
import type { Page } from '#db/page.ts'
import type { RoleAssignmentRecord } from '#db/tables/role-assignments.ts'
import type { Assignee } from '#operations/roles/assignees.ts'
import type { AppTarget } from '#operations/roles/list-targets.ts'
import { logoLinks } from '../links.ts'

/** A role as the wire shows it; the link is the assignee of the path, whatever gave the role to them. */
export function presentRole(role: RoleAssignmentRecord, assignee: Assignee, base: string): RoleAssignment {
  const { roleId, type, assigneeKind, created, lastUpdated } = role
  return {
    ...{ id: roleId, label: ADMIN_ROLES[type].label, type, status: 'ACTIVE', created, lastUpdated },
    assignmentType: assigneeKind,
    _links: { assignee: { href: `${base}${assignee.path}` } },
  }
}

/** A limit of a role, in the order of the wire (spec/6 10). An instance goes by its label there. */
export function presentAppTarget(target: AppTarget, base: string): RoleAppTarget {
  if (target.kind === 'app') {
    const { id, label, status } = target.app
    return { name: label, status, id, _links: { self: { href: `${base}/api/v1/apps/${id}` } } }
  }
  const { name, label, modes } = target.named
  return {
    ...{ name, displayName: label, description: '', status: 'ACTIVE', lastUpdated: target.since, category: '' },
    ...{ verificationStatus: 'SVC_VERIFIED', website: '', signOnModes: [...modes] },
    _links: {
      logo: logoLinks(base, 'app', 'medium'),
      self: { href: `${base}/api/v1/catalog/apps/${encodeURIComponent(name)}` },
    },
  }
}

/** A page of people who hold roles, by their ids. */
export function presentHolders(
  { items, next }: Page<string>,
  limit: number,
  organizationId: string,
  base: string,
): RoleHolders {
  const value = items.map((id) => {
    const self = `${base}/api/v1/users/${id}`
    const orn = `orn:svc:directory:${organizationId}:users:${id}`
    return { id, orn, _links: { self: { href: self }, roles: { href: `${self}/roles` } } }
  })
  if (next === null) return { value, _links: {} }
  const query = new URLSearchParams({ after: next, limit: String(limit) }).toString()
  return { value, _links: { next: { href: `${base}/api/v1/iam/assignees/users?${query}` } } }
}
