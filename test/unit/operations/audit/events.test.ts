import { beforeAll, describe, expect, it } from 'vitest'
import { EMITTED_EVENTS } from '#contract/log/event-types.ts'
import { logEventSchema, type LogEvent } from '#contract/log/log-event.ts'
import type { Group } from '#contract/directory/group.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import type { App } from '#contract/apps/app.ts'
import type { User } from '#contract/directory/user.ts'
import type { Zone } from '#contract/policy/zone.ts'
import { linksOf, type Client } from '../../../helpers/client.ts'
import { ruleBody, type Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
let world: { policy: Policy; rule: Rule; access: Policy; group: Group; user: User; app: App; zone: Zone }
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
  const policy = await make.aPolicy()
  world = {
    policy,
    rule: await make.aRule(policy),
    access: await make.aPolicy('ACCESS_POLICY'),
    group: await make.aGroup(),
    user: await anActiveUser(),
    app: await make.anApp(),
    zone: await make.aZone(),
  }
})

const anActiveUser = async (): Promise<User> => {
  const profile = { login: 'active@example.test', email: 'active@example.test', firstName: 'Ana', lastName: 'Active' }
  const body = { profile, credentials: { password: { value: 'Correct-Horse-7' } } }
  return (await client.call('createUser', { body })).body
}

/** What a piece of work leaves in the log. */
async function eventsOf(work: () => Promise<unknown>): Promise<LogEvent[]> {
  const whole = await client.call('listLogEvents', { query: { limit: 1000 } })
  await work()
  return (await client.follow<LogEvent[]>(linksOf(whole.headers)['next'] as string)).body
}

const policyTarget = (policy: Policy, policyType: string) =>
  expect.objectContaining({
    type: 'PolicyEntity',
    id: policy.id,
    displayName: policy.name,
    detailEntry: { policyType },
  })
const ruleTarget = (policy: Policy) => expect.objectContaining({ type: 'PolicyRule', alternateId: policy.id })
const target = (type: string, id?: string) => expect.objectContaining({ type, ...(id ? { id } : {}) })

/** Every mutation that the interface offers, in an order in which each is possible, and what it must leave behind. */
const MUTATIONS: [string, () => Promise<unknown>, [string, () => unknown[]][]][] = [
  ['createPolicy', () => make.aPolicy('PASSWORD'), [['policy.lifecycle.create', () => [target('PolicyEntity')]]]],
  [
    'replacePolicy',
    () => client.call('replacePolicy', { params: { policyId: world.policy.id }, body: world.policy }),
    [['policy.lifecycle.update', () => [policyTarget(world.policy, 'SvcSignOn')]]],
  ],
  [
    'deactivatePolicy',
    () => client.call('deactivatePolicy', { params: { policyId: world.policy.id } }),
    [['policy.lifecycle.deactivate', () => [policyTarget(world.policy, 'SvcSignOn')]]],
  ],
  [
    'activatePolicy',
    () => client.call('activatePolicy', { params: { policyId: world.policy.id } }),
    [['policy.lifecycle.activate', () => [policyTarget(world.policy, 'SvcSignOn')]]],
  ],
  [
    'clonePolicy',
    () => client.call('clonePolicy', { params: { policyId: world.access.id } }),
    [['policy.lifecycle.create', () => [target('PolicyEntity')]]],
  ],
  [
    'createRule',
    () => make.aRule(world.policy, { priority: 1 }),
    [['policy.rule.add', () => [policyTarget(world.policy, 'SvcSignOn'), ruleTarget(world.policy)]]],
  ],
  ...(
    [
      ['replaceRule', 'policy.rule.update'],
      ['deactivateRule', 'policy.rule.deactivate'],
      ['activateRule', 'policy.rule.activate'],
      ['deleteRule', 'policy.rule.delete'],
    ] as const
  ).map(([id, eventType]): (typeof MUTATIONS)[number] => [
    id,
    () => client.call(id, { params: { policyId: world.policy.id, ruleId: world.rule.id }, body: world.rule } as never),
    [[eventType, () => [policyTarget(world.policy, 'SvcSignOn'), target('PolicyRule', world.rule.id)]]],
  ]),
  [
    'assignAppPolicy',
    () => client.call('assignAppPolicy', { params: { appId: world.app.id, policyId: world.access.id } }),
    [
      [
        'policy.mapping.create',
        () => [policyTarget(world.access, 'AccessPolicy'), target('AppInstance', world.app.id)],
      ],
    ],
  ],
  [
    'deletePolicyMapping',
    async () => {
      const params = { policyId: world.access.id }
      const [mapping] = (await client.call('listPolicyMappings', { params })).body
      await client.call('deletePolicyMapping', { params: { ...params, mappingId: mapping?.id as string } })
    },
    [['application.policy.sign_on.update', () => [target('PolicyEntity', world.access.id), target('AppInstance')]]],
  ],
  [
    'deletePolicy',
    () => client.call('deletePolicy', { params: { policyId: world.policy.id } }),
    [
      ['policy.lifecycle.delete', () => [policyTarget(world.policy, 'SvcSignOn')]],
      // The rule that createRule added; the other was deleted before.
      ['policy.rule.delete', () => [policyTarget(world.policy, 'SvcSignOn'), ruleTarget(world.policy)]],
    ],
  ],
  ['createGroup', () => make.aGroup(), [['group.lifecycle.create', () => [target('UserGroup')]]]],
  [
    'createUser',
    () => make.aUser({}, [world.group.id]),
    [
      ['user.lifecycle.create', () => [target('User')]],
      ['user.lifecycle.activate', () => [target('User')]],
      ['group.user_membership.add', () => [target('User'), target('UserGroup', world.group.id)]],
    ],
  ],
  ...(
    [
      ['addGroupMember', 'group.user_membership.add'],
      ['removeGroupMember', 'group.user_membership.remove'],
    ] as const
  ).map(([id, eventType]): (typeof MUTATIONS)[number] => [
    id,
    () => client.call(id, { params: { groupId: world.group.id, userId: world.user.id } }),
    [[eventType, () => [target('User', world.user.id), target('UserGroup', world.group.id)]]],
  ]),
  [
    'updateUser',
    () => client.call('updateUser', { params: { userId: world.user.id }, body: { profile: { title: 'Pilot' } } }),
    [['user.account.update_profile', () => [target('User', world.user.id)]]],
  ],
  [
    'createUserType',
    () => client.call('createUserType', { body: { name: 'guest', displayName: 'Guest' } }),
    [['directory.non_default_user_profile.create', () => [target('UserType')]]],
  ],
  ...(
    [
      ['updateUserType', 'directory.user_profile.update'],
      ['deleteUserType', 'directory.user_profile.update'],
    ] as const
  ).map(([id, eventType]): (typeof MUTATIONS)[number] => [
    id,
    async () => {
      const type = (await client.call('listUserTypes')).body.find(({ name }) => name === 'guest')
      await client.call(id, { params: { typeId: type?.id as string }, body: { displayName: 'Visitor' } } as never)
    },
    [[eventType, () => [target('UserType')]]],
  ]),
  ['createZone', () => make.aZone(), [['zone.create', () => [target('NetworkZone')]]]],
  ...(
    [
      ['replaceZone', ['zone.update', 'zone.make_blacklist'], 'BLOCKLIST'],
      ['replaceZone', ['zone.update', 'zone.remove_blacklist'], 'POLICY'],
      ['deactivateZone', ['zone.deactivate'], null],
      ['deactivateZone', [], null],
      ['activateZone', ['zone.activate'], null],
    ] as const
  ).map(([id, eventTypes, usage]): (typeof MUTATIONS)[number] => [
    id,
    () => {
      const body = { type: 'IP', name: world.zone.name, ...(usage ? { usage } : {}) }
      return client.call(id, { params: { zoneId: world.zone.id }, body } as never)
    },
    eventTypes.map((eventType) => [eventType, () => [target('NetworkZone', world.zone.id)]]),
  ]),
  [
    'deleteZone',
    async () => {
      await client.call('deactivateZone', { params: { zoneId: world.zone.id } })
      await client.call('deleteZone', { params: { zoneId: world.zone.id } })
    },
    [
      ['zone.deactivate', () => [target('NetworkZone', world.zone.id)]],
      ['zone.delete', () => [target('NetworkZone', world.zone.id)]],
    ],
  ],
  ['createApp', () => make.anApp(), [['application.lifecycle.create', () => [target('AppInstance')]]]],
  [
    'replaceApp',
    () => client.call('replaceApp', { params: { appId: world.app.id }, body: { ...world.app, label: 'Renamed' } }),
    [['application.lifecycle.update', () => [target('AppInstance', world.app.id)]]],
  ],
  [
    'assignAppUser',
    () => client.call('assignAppUser', { params: { appId: world.app.id }, body: { id: world.user.id } }),
    [['application.user_membership.add', () => [target('User', world.user.id), target('AppInstance', world.app.id)]]],
  ],
  [
    'removeAppUser',
    () => client.call('removeAppUser', { params: { appId: world.app.id, userId: world.user.id } }),
    [
      [
        'application.user_membership.remove',
        () => [target('User', world.user.id), target('AppInstance', world.app.id)],
      ],
    ],
  ],
  ...(
    [
      ['assignAppGroup', undefined, ['group.application_assignment.add']],
      ['assignAppGroup', {}, []],
      ['assignAppGroup', { priority: 3 }, ['group.application_assignment.update']],
      ['removeAppGroup', undefined, ['group.application_assignment.remove']],
    ] as const
  ).map(([id, body, eventTypes]): (typeof MUTATIONS)[number] => [
    id,
    () => client.call(id, { params: { appId: world.app.id, groupId: world.group.id }, ...(body ? { body } : {}) }),
    eventTypes.map((eventType) => [
      eventType,
      () => [target('UserGroup', world.group.id), target('AppInstance', world.app.id)],
    ]),
  ]),
  ...(
    [
      ['deactivateApp', ['application.lifecycle.deactivate']],
      ['deactivateApp', []],
      ['activateApp', ['application.lifecycle.activate']],
      ['deactivateApp', ['application.lifecycle.deactivate']],
      ['deleteApp', ['application.lifecycle.delete']],
    ] as const
  ).map(([id, eventTypes]): (typeof MUTATIONS)[number] => [
    id,
    () => client.call(id, { params: { appId: world.app.id } }),
    eventTypes.map((eventType) => [eventType, () => [target('AppInstance', world.app.id)]]),
  ]),
  ...(
    [
      ['suspendUser', ['user.lifecycle.suspend']],
      ['unsuspendUser', ['user.lifecycle.unsuspend']],
      ['deactivateUser', ['user.lifecycle.deactivate']],
      ['activateUser', ['user.lifecycle.activate']],
      ['deleteUser', ['user.lifecycle.deactivate']],
      ['deleteUser', ['user.lifecycle.delete.initiated', 'user.lifecycle.delete.completed']],
    ] as const
  ).map(([id, eventTypes]): (typeof MUTATIONS)[number] => [
    id,
    () => client.call(id, { params: { userId: world.user.id } }),
    eventTypes.map((eventType) => [eventType, () => [target('User', world.user.id)]]),
  ]),
  [
    'replaceGroup',
    () => client.call('replaceGroup', { params: { groupId: world.group.id }, body: { profile: { name: 'New name' } } }),
    [['group.profile.update', () => [target('UserGroup', world.group.id)]]],
  ],
  [
    'deleteGroup',
    () => client.call('deleteGroup', { params: { groupId: world.group.id } }),
    [['group.lifecycle.delete', () => [target('UserGroup', world.group.id)]]],
  ],
]

describe('every change writes its events, and no others', () => {
  it.each(MUTATIONS)('%s', async (_, work, expected) => {
    const events = await eventsOf(work)
    expect(events.map((event) => event.eventType)).toEqual(expected.map(([type]) => type))
    events.forEach((event, index) => expect(event.target).toEqual(expected[index]?.[1]()))
    for (const event of events) {
      expect(logEventSchema.strict().parse(event)).toEqual(event)
      expect(Object.keys(EMITTED_EVENTS)).toContain(event.eventType)
    }
  })

  it('reading writes none', async () => {
    const events = await eventsOf(async () => {
      for (const id of ['listGroups', 'listUsers', 'listApps', 'listZones', 'listLogEvents', 'getWorkspace'] as const)
        await client.call(id)
      const policies = (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
      await client.call('listRules', { params: { policyId: policies[0]?.id as string } })
    })
    expect(events).toEqual([])
  })

  it('a refused change writes none and changes nothing', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const params = { policyId: policy.id }
    await make.aRule(policy, { priority: 98 })
    const rules = async () => (await client.call('listRules', { params })).body
    const before = await rules()
    const events = await eventsOf(async () => {
      await client.refused('createRule', { params, body: ruleBody('ACCESS_POLICY', { priority: 98 }) })
      await client.refused('createRule', { params, body: ruleBody('ACCESS_POLICY', { priority: 99 }) })
      const { name } = policy
      await client.refused('createPolicy', { body: { type: 'ACCESS_POLICY', name } })
      await client.refused('createUser', {
        body: {
          profile: { login: 'late@example.test', email: 'late@example.test', firstName: 'Too', lastName: 'Late' },
          groupIds: ['00gNothing'],
        },
      })
    })
    expect(events).toEqual([])
    expect(await rules()).toEqual(before)
    expect((await client.refused('getUser', { params: { userId: 'late@example.test' } })).code).toBe('E0000007')
  })

  it('all events of one request share its transaction and its moment', async () => {
    const events = await eventsOf(async () => make.aUser({}, [(await make.aGroup()).id]))
    const ofUser = events.filter((event) => event.eventType !== 'group.lifecycle.create')
    expect(new Set(ofUser.map((event) => event.transaction.id)).size).toBe(1)
    expect(new Set(ofUser.map((event) => event.published)).size).toBe(1)
    expect(new Set(events.map((event) => event.uuid)).size).toBe(events.length)
  })
})

describe('an event', () => {
  it('says who did what, when, from where and through what', async () => {
    const headers = { 'User-Agent': 'Script/1.0' }
    let requestId: string | null = null
    const [event] = await eventsOf(async () => {
      const reply = await client.call('createGroup', { body: { profile: { name: 'Auditors' } }, headers })
      requestId = reply.headers.get('X-Svc-Request-Id')
    })
    expect(event).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      published: new Date(server.clock.now).toISOString(),
      eventType: 'group.lifecycle.create',
      version: '0',
      severity: 'INFO',
      legacyEventType: null,
      displayMessage: expect.any(String),
      actor: {
        id: expect.stringMatching(/^00u/),
        type: 'User',
        alternateId: 'owner@example.com',
        displayName: 'Workspace Owner',
        detailEntry: null,
      },
      client: {
        id: expect.stringMatching(/^00T/),
        userAgent: { browser: 'UNKNOWN', os: 'Unknown', rawUserAgent: 'Script/1.0' },
        geographicalContext: null,
        zone: null,
        ipAddress: '127.0.0.1',
        device: 'Unknown',
      },
      device: null,
      request: { ipChain: [{ ip: '127.0.0.1', geographicalContext: null, version: 'V4', source: null }] },
      outcome: { result: 'SUCCESS', reason: null },
      target: [
        {
          id: expect.stringMatching(/^00g/),
          type: 'UserGroup',
          alternateId: null,
          displayName: 'Auditors',
          detailEntry: null,
        },
      ],
      transaction: { type: 'WEB', id: requestId, detail: { requestApiTokenId: expect.stringMatching(/^00T/) } },
      debugContext: { debugData: { requestId, requestUri: '/api/v1/groups', url: '/api/v1/groups' } },
      authenticationContext: {
        authenticationProvider: null,
        authenticationStep: 0,
        credentialProvider: null,
        credentialType: null,
        issuer: null,
        externalSessionId: expect.stringMatching(/^trs[0-9a-f]{22}$/),
        interface: null,
      },
      securityContext: { asNumber: null, asOrg: null, isp: null, domain: null, isProxy: false },
    })
  })

  it('of a replacement says what was changed, before and after', async () => {
    const policy = await make.aPolicy('PASSWORD', { description: 'Old words' })
    const body = { ...policy, description: 'New words' }
    const [event] = await eventsOf(() => client.call('replacePolicy', { params: { policyId: policy.id }, body }))
    expect(event?.target?.[0]?.changeDetails).toEqual({
      from: { description: 'Old words' },
      to: { description: 'New words' },
    })
    const [idle] = await eventsOf(() => client.call('replacePolicy', { params: { policyId: policy.id }, body }))
    expect(idle?.target?.[0]).not.toHaveProperty('changeDetails')
  })

  it('of a replaced rule says it at the rule', async () => {
    const policy = await make.aPolicy()
    const rule = await make.aRule(policy)
    const params = { policyId: policy.id, ruleId: rule.id }
    const body = { ...rule, actions: { signon: { access: 'DENY' } } }
    const [event] = await eventsOf(() => client.call('replaceRule', { params, body }))
    expect(Object.keys(event?.target?.[1]?.changeDetails?.to ?? {})).toEqual(['actions'])
  })

  it('never holds a password', async () => {
    const body = {
      profile: { login: 'secret@example.test', email: 'secret@example.test', firstName: 'A', lastName: 'B' },
      credentials: { password: { value: 'Correct-Horse-7' } },
    }
    const events = await eventsOf(() => client.call('createUser', { body }))
    expect(events).toHaveLength(2)
    expect(JSON.stringify(events)).not.toContain('Correct-Horse')
  })
})
