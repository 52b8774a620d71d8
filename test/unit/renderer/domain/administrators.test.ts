import { expect, it } from 'vitest'
import { ROLE_TYPES, type Administrator, type HeldRole, type RoleType } from '#contract/access/admin-roles.ts'
import { ALL_PERMISSIONS } from '#contract/access/role-permissions.ts'
import { permittedBy, reasonsFor, whatMay, whoMay } from '#ui/domain/administrators.ts'
import { PERMISSION_LABELS, PERMISSIONS_IN_ORDER } from '#ui/domain/permission-labels.ts'
import { limitName, ROLE_DESCRIPTIONS } from '#ui/domain/role-labels.ts'

const SALES = { kind: 'group', id: '00g1', name: 'Sales' } as const
const held = (type: RoleType, more: Partial<HeldRole> = {}): HeldRole => ({
  ...{ id: `ra1${type}`, type, assignedTo: 'USER', limits: [], created: '2026-01-01T00:00:00.000Z' },
  ...more,
})
const person = (name: string, ...roles: HeldRole[]): Administrator => ({
  ...{ kind: 'USER', id: `00u${name}`, name, detail: `${name}@example.test`, isActive: true, roles },
})

it('who may change policies: those with a role for it, and no one who may only read them', () => {
  const everyone = [
    person('ada', held('SUPER_ADMIN')),
    person('ben', held('ORG_ADMIN', { through: { id: '00g2', name: 'Admins' } })),
    person('cleo', held('READ_ONLY_ADMIN')),
    { ...person('crew', held('ORG_ADMIN')), kind: 'GROUP' as const },
  ]
  const found = whoMay(everyone, 'svc.policies.manage')
  expect(found.map(({ administrator }) => administrator.name)).toEqual(['ada', 'ben'])
  expect(found[1]?.reasons[0]?.role.through?.name).toBe('Admins')
})

it('limits of a role are told for what they limit, and for nothing else', () => {
  const ben = person('ben', held('USER_ADMIN', { limits: [SALES] }))
  expect(reasonsFor(ben, 'svc.users.manage').map(({ limits }) => limits)).toEqual([[SALES]])
  expect(reasonsFor(ben, 'svc.orgs.read').map(({ limits }) => limits)).toEqual([[]])
  const membership = person('mia', held('GROUP_MEMBERSHIP_ADMIN', { limits: [SALES] }))
  expect(reasonsFor(membership, 'svc.users.read').map(({ limits }) => limits)).toEqual([[]])
})

it('what somebody may do names each role that permits it', () => {
  const both = person('ben', held('HELP_DESK_ADMIN', { limits: [SALES] }), held('READ_ONLY_ADMIN'))
  const reading = whatMay(both).find(({ permission }) => permission === 'svc.users.read')
  expect(reading?.reasons.map(({ role, limits }) => [role.type, limits.length])).toEqual([
    ['HELP_DESK_ADMIN', 1],
    ['READ_ONLY_ADMIN', 0],
  ])
  expect(whatMay(both).some(({ permission }) => permission === 'svc.users.manage')).toBe(false)
})

it('every permission and every role has words, and a super administrator has them all', () => {
  expect(Object.keys(PERMISSION_LABELS).toSorted()).toEqual([...ALL_PERMISSIONS].toSorted())
  expect([...PERMISSIONS_IN_ORDER].toSorted()).toEqual([...ALL_PERMISSIONS].toSorted())
  expect(ROLE_TYPES.every((type) => ROLE_DESCRIPTIONS[type])).toBe(true)
  expect(permittedBy('SUPER_ADMIN')).toHaveLength(ALL_PERMISSIONS.length)
})

it('a role that can be limited is limited in all that it changes', () => {
  const changes = permittedBy('HELP_DESK_ADMIN').filter(({ permission }) => permission.endsWith('.manage'))
  expect(changes).toEqual([{ permission: 'svc.users.credentials.manage', limitedBy: 'groups' }])
})

it('a limit to a name of the catalogue is told from one to an application', () => {
  expect(limitName(SALES)).toBe('Sales')
  expect(limitName({ kind: 'appName', id: 'salesforce', name: 'Salesforce' })).toBe('all of Salesforce')
})
