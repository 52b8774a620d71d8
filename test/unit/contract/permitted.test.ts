import { expect, it } from 'vitest'
import type { CallerRights } from '#contract/access/admin-roles.ts'
import { lackingFor } from '#contract/interface/permitted.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'

/** A help desk that is limited to some groups. */
const HELP_DESK: CallerRights['permissions'] = [
  { permission: 'svc.orgs.read', limited: false },
  { permission: 'svc.users.read', limited: true },
  { permission: 'svc.users.credentials.manage', limited: true },
  { permission: 'svc.groups.read', limited: true },
]
const lacking = (id: OperationId, permissions = HELP_DESK) => lackingFor(permissions, ROUTES[id] as unknown as Route)

it('what no role permits is lacking', () => {
  expect(lacking('listPolicies')).toBe('svc.policies.read')
  expect(lacking('deleteUser')).toBe('svc.users.manage')
})

it('within limits, what is done to one person and what shows only those within them can be called', () => {
  expect(lacking('resetPassword')).toBeNull()
  expect(lacking('unlockUser')).toBeNull()
  expect(lacking('listUsers')).toBeNull()
  expect(lacking('getGroup')).toBeNull()
})

it('within limits, what reaches beyond them cannot be called', () => {
  expect(lacking('listGroupRules')).toBe('svc.groups.read')
  expect(lacking('createGroup', [{ permission: 'svc.groups.manage', limited: true }])).toBe('svc.groups.manage')
  expect(lacking('createGroup', [{ permission: 'svc.groups.manage', limited: false }])).toBeNull()
})

it('who a path names must be seen, too', () => {
  const blind = [{ permission: 'svc.groups.members.manage', limited: false }]
  expect(lacking('addGroupMember', blind)).toBe('svc.users.read')
})

it('what needs no token is never lacking', () => {
  expect(lacking('downloadVerifier', [])).toBeNull()
})
