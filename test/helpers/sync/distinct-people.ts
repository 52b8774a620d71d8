import type { TestServer } from '../server.ts'

/** What nothing but a person has: where it turns up, somebody is known. */
const PROFILE = {
  login: 'xanthippe.quillfeather@wyvernhold.test',
  email: 'xanthippe.mail@wyvernhold.test',
  secondEmail: 'quillfeather-home@wyvernhold.test',
  firstName: 'Xanthippe',
  lastName: 'Quillfeather',
  middleName: 'Zuleikha',
  displayName: 'Xanthippe Z. Quillfeather',
  nickName: 'Xanthi',
  mobilePhone: '+49 151 77381124',
  primaryPhone: '+49 30 55128813',
  streetAddress: 'Grubenhagener Weg 118',
  employeeNumber: 'WY-448812',
  manager: 'Peregrine Ottershaw',
  department: 'Sales',
  division: 'Wyvernhold Division',
}
const OTHER = {
  ...{ login: 'p.ottershaw@wyvernhold.test', email: 'p.ottershaw@wyvernhold.test' },
  ...{ firstName: 'Peregrine', lastName: 'Ottershaw', department: 'Marketing' },
}

/** Texts by which the two are known; what rules read is not among them. */
export const KNOWN_BY: readonly string[] = [...Object.entries(PROFILE), ...Object.entries(OTHER)].flatMap(
  ([name, value]) => (name === 'department' ? [] : [value]),
)

/** Two people who are in every place in which an organization may name somebody; a group rule reads their department. */
export async function makeDistinctPeople(remote: TestServer) {
  const { client, make } = remote
  const { call } = client
  const [filled, plain] = [await make.aGroup('Sellers'), await make.aGroup('Plain')]
  const person = await make.aUser(PROFILE, [plain.id])
  const other = await make.aUser(OTHER)
  const expression = { type: 'urn:svc:expression:1.0' as const, value: 'user.department == "Sales"' }
  const rule = {
    ...{ type: 'group_rule' as const, name: 'Sellers by department' },
    conditions: { people: { users: { exclude: [other.id] } }, expression },
    actions: { assignUserToGroups: { groupIds: [filled.id] } },
  }
  const { id: groupRuleId } = (await call('createGroupRule', { body: rule })).body
  await call('activateGroupRule', { params: { groupRuleId } })
  await call('addGroupOwner', { params: { groupId: plain.id }, body: { id: person.id, type: 'USER' } })
  await call('assignUserRole', { params: { userId: person.id }, body: { type: 'HELP_DESK_ADMIN' } })
  await call('replaceContact', { params: { contactType: 'BILLING' }, body: { userId: person.id } })
  const app = await make.anApp()
  const body = { id: person.id, scope: 'USER' as const, credentials: { userName: PROFILE.login } }
  await call('assignAppUser', { params: { appId: app.id }, body })
  const profile = { name: 'Written about', description: `Ask ${OTHER.email}, or ${PROFILE.secondEmail}.` }
  await call('replaceGroup', { params: { groupId: (await make.aGroup()).id }, body: { profile } })
  const hook = {
    ...{ name: 'Hook of an owner', events: { type: 'EVENT_TYPE' as const, items: ['user.lifecycle.create' as const] } },
    channel: {
      ...{ type: 'HTTP' as const, version: '1.0.0' as const },
      config: {
        uri: 'https://hooks.example.test/in',
        headers: [{ key: 'X-Owner', value: `${PROFILE.firstName} ${PROFILE.login}` }],
      },
    },
  }
  await call('createEventHook', { body: hook as never })
  return { person, other, filled, plain, app }
}
