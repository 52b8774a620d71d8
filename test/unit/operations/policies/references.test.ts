import { beforeAll, describe, expect, it } from 'vitest'
import type { RuleWriteInput } from '#contract/policy/policy.ts'
import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import type { Client } from '../../../helpers/client.ts'
import { policyBody, type Factories } from '../../../helpers/factories.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

const referencesOf = async (id: string): Promise<ObjectReference[]> =>
  (await client.call('listReferences', { params: { id } })).body
const pathsOf = async (id: string) => (await referencesOf(id)).map(({ path }) => path)
const rulePath = async (type: Parameters<Factories['aPolicy']>[0], over: Partial<RuleWriteInput>, id: string) => {
  const policy = await make.aPolicy(type)
  const rule = await make.aRule(policy, over)
  const uses = await referencesOf(id)
  expect(uses).toEqual([expect.objectContaining({ policyId: policy.id, ruleId: rule.id, ruleName: rule.name })])
  return uses[0]?.path
}

const assurance = (constraint: object) => ({
  appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '2FA', constraints: [constraint] } },
})

describe('uses', () => {
  it('say which policy and which rule name a group, on which side, and whether they decide', async () => {
    const group = await make.aGroup()
    const conditions = { people: { groups: { include: [group.id] } } }
    const policy = await make.aPolicy('SVC_SIGN_ON', { conditions })
    const rule = await make.aRule(policy, { conditions: { people: { groups: { exclude: [group.id] } } } })
    const common = { policyId: policy.id, policyName: policy.name, policyType: 'SVC_SIGN_ON', status: 'ACTIVE' }
    const uses = [
      { ...common, ruleId: null, ruleName: null, path: 'conditions.people.groups.include' },
      { ...common, ruleId: rule.id, ruleName: rule.name, path: 'conditions.people.groups.exclude' },
    ]
    expect(await referencesOf(group.id)).toEqual(uses)
    await client.call('deactivateRule', { params: { policyId: policy.id, ruleId: rule.id } })
    expect((await referencesOf(group.id)).map(({ status }) => status)).toEqual(['ACTIVE', 'INACTIVE'])
    await client.call('deactivatePolicy', { params: { policyId: policy.id } })
    expect((await referencesOf(group.id)).map(({ status }) => status)).toEqual(['INACTIVE', 'INACTIVE'])
    await client.call('deletePolicy', { params: { policyId: policy.id } })
    expect(await referencesOf(group.id)).toEqual([])
  })

  it('find a user, a user type, a zone and an application by the path of the condition', async () => {
    const [user, zone, app] = [await make.aUser(), await make.aZone(), await make.anApp()]
    const type = (await client.call('createUserType', { body: { name: 'temp', displayName: 'Temp' } })).body
    const users = { people: { users: { include: [user.id] } } }
    expect(await rulePath('SVC_SIGN_ON', { conditions: users }, user.id)).toBe('conditions.people.users.include')
    const network = { connection: 'ZONE' as const, exclude: [zone.id] }
    expect(await rulePath('SVC_SIGN_ON', { conditions: { network } }, zone.id)).toBe('conditions.network.exclude')
    const userType = { include: [type.id], exclude: [] }
    expect(await rulePath('ACCESS_POLICY', { conditions: { userType } }, type.id)).toBe('conditions.userType.include')
    const apps = { include: [{ type: 'APP' as const, id: app.id }], exclude: [] }
    const uses = async () => (await pathsOf(app.id)).filter((path) => path !== 'mapping')
    const policy = await make.aPolicy('MFA_ENROLL')
    await make.aRule(policy, { conditions: { app: apps } })
    expect(await uses()).toEqual(['conditions.app.include'])
  })

  it('find behaviors, device assurances and identity providers', async () => {
    const behavior = await make.aBehavior()
    const risk = { behaviors: [behavior.id] }
    expect(await rulePath('SVC_SIGN_ON', { conditions: { risk } }, behavior.id)).toBe('conditions.risk.behaviors')
    const posture = await make.aDeviceAssurance()
    const device = { registered: true, assurance: { include: [posture.id] } }
    expect(await rulePath('ACCESS_POLICY', { conditions: { device } }, posture.id)).toBe(
      'conditions.device.assurance.include',
    )
    const provider = await make.anIdentityProvider()
    const identityProvider = { provider: 'SPECIFIC_IDP' as const, idpIds: [provider.id] }
    expect(await rulePath('SVC_SIGN_ON', { conditions: { identityProvider } }, provider.id)).toBe(
      'conditions.identityProvider.idpIds',
    )
    const routing = await make.theDefault('IDP_DISCOVERY')
    const actions = { idp: { providers: [{ type: provider.type, id: provider.id }] } }
    await make.aRule(routing, { actions: actions as never })
    expect(await pathsOf(provider.id)).toContain('actions.idp.providers[0].id')
  })

  it('find the groups that an expression names', async () => {
    const group = await make.aGroup()
    const elCondition = { condition: `user.isMemberOf({'group.id': {'${group.id}'}})` }
    expect(await rulePath('ACCESS_POLICY', { conditions: { elCondition } }, group.id)).toBe(
      'conditions.elCondition.condition',
    )
  })

  it('find the groups that new people join, and the clients of an authorization server', async () => {
    const group = await make.aGroup()
    const policy = await make.aPolicy('PROFILE_ENROLLMENT')
    const [rule] = (await client.call('listRules', { params: { policyId: policy.id } })).body
    const enrollment = (rule?.actions as { profileEnrollment: object }).profileEnrollment
    await client.call('replaceRule', {
      params: { policyId: policy.id, ruleId: rule?.id as string },
      body: { ...rule, actions: { profileEnrollment: { ...enrollment, targetGroupIds: [group.id] } } } as never,
    })
    expect(await pathsOf(group.id)).toEqual(['actions.profileEnrollment.targetGroupIds'])

    const app = await make.anApp()
    const server = await make.anAuthorizationServer()
    const ofServer = await make.aServerPolicy(server.id, { conditions: { clients: { include: [app.id] } } })
    expect(await referencesOf(app.id)).toContainEqual(
      expect.objectContaining({ policyId: ofServer.id, path: 'conditions.clients.include' }),
    )
  })

  it('find an authenticator by key and by id, where it is allowed', async () => {
    const webauthn = (await client.call('listAuthenticators')).body.find(({ key }) => key === 'webauthn')
    const otp = await make.anAuthenticator('custom_otp')
    const authenticators = [
      { key: 'webauthn', enroll: { self: 'OPTIONAL' as const } },
      { key: 'custom_otp', enroll: { self: 'NOT_ALLOWED' as const } },
    ]
    const body = policyBody('MFA_ENROLL', { settings: { type: 'AUTHENTICATORS', authenticators } })
    const policy = (await client.call('createPolicy', { body })).body
    const methods = ['push', 'signed_nonce'].map((method) => ({ key: 'svc_verify', method }))
    const possession = { authenticationMethods: [{ key: 'webauthn' }, ...methods] }
    const access = await make.aPolicy('ACCESS_POLICY')
    await make.aRule(access, { actions: assurance({ possession }) as never })
    const uses = await referencesOf('webauthn')
    const pathIn = (policyId: string) => uses.find((use) => use.policyId === policyId)?.path
    const list = 'actions.appSignOn.verificationMethod.constraints[0].possession.authenticationMethods'
    expect(pathIn(access.id)).toBe(list)
    expect(pathIn(policy.id)).toMatch(/^settings\.authenticators\[\d+\]\.key$/)
    expect((await referencesOf('svc_verify')).filter(({ policyId }) => policyId === access.id)).toHaveLength(1)
    expect(await referencesOf(webauthn?.id as string)).toEqual(uses)

    const chain = {
      authenticationMethods: [{ key: 'svc_email' }],
      next: [{ authenticationMethods: [{ key: 'webauthn' }] }],
    }
    const verificationMethod = { type: 'AUTH_METHOD_CHAIN', chains: [chain] }
    const { id } = await make.aRule(access, {
      actions: { appSignOn: { access: 'ALLOW', verificationMethod } } as never,
    })
    expect((await referencesOf('webauthn')).find((use) => use.ruleId === id)?.path).toBe(
      'actions.appSignOn.verificationMethod.chains[0].next[0].authenticationMethods',
    )
    expect(await referencesOf(otp.id)).toEqual([])
  })

  it('count the mappings of an application, and follow them', async () => {
    const [app, policy] = [await make.anApp(), await make.aPolicy('ACCESS_POLICY')]
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    const uses = await referencesOf(app.id)
    expect(uses.map(({ path, ruleId }) => [path, ruleId])).toEqual([
      ['mapping', null],
      ['mapping', null],
    ])
    const enrollment = await make.theDefault('PROFILE_ENROLLMENT')
    expect(uses.map(({ policyId }) => policyId)).toEqual([policy.id, enrollment.id])
  })

  it('of something that no one names, or no one knows, are none', async () => {
    expect(await referencesOf((await make.aGroup()).id)).toEqual([])
    expect(await referencesOf('00gNothing')).toEqual([])
    expect(await referencesOf('__proto__')).toEqual([])
  })
})

describe('deleting what a policy names', () => {
  const kinds = {
    group: async () => {
      const { id } = await make.aGroup()
      const conditions = { people: { groups: { include: [id] } } }
      return { id, conditions, remove: () => client.call('deleteGroup', { params: { groupId: id } }) }
    },
    zone: async () => {
      const { id } = await make.aZone()
      const params = { zoneId: id }
      const remove = async () => {
        await client.call('deactivateZone', { params })
        await client.call('deleteZone', { params })
      }
      return { id, conditions: { network: { connection: 'ZONE' as const, include: [id] } }, remove }
    },
    person: async () => {
      const { id } = await make.aUser()
      const params = { userId: id }
      const remove = async () => {
        await client.call('deleteUser', { params })
        await client.call('deleteUser', { params })
      }
      return { id, conditions: { people: { users: { include: [id] } } }, remove }
    },
  }

  it.each(['group', 'zone', 'person'] as const)(
    'a %s: the rule is marked, holds no one, and can still be renamed and moved',
    async (kind) => {
      const { id, conditions, remove } = await kinds[kind]()
      const policy = await make.aPolicy('SVC_SIGN_ON')
      const rule = await make.aRule(policy, { conditions, priority: 1 })
      const fallback = await make.aRule(policy)
      await remove()
      expect((await referencesOf(id)).map(({ ruleId }) => ruleId)).toEqual([rule.id])
      const attention = (await client.call('listFindings')).body
      expect(attention).toContainEqual(
        expect.objectContaining({ kind: 'dangling-reference', ruleId: rule.id, message: expect.stringContaining(id) }),
      )
      const user = await make.aUser()
      const app = await make.anApp()
      await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
      const decided = async () => {
        const policyContext = { user: { id: user.id }, ip: '192.0.2.1' }
        const body = { appInstance: app.id, policyTypes: ['SVC_SIGN_ON' as const], policyContext }
        return (await client.call('simulatePolicies', { body })).body.evaluation[0]?.result.policies[0]?.rules[0]?.id
      }
      expect(await decided()).toBe(fallback.id)
      const params = { policyId: policy.id, ruleId: rule.id }
      const body = { ...rule, name: `Renamed for a ${kind}`, priority: 2 } as RuleWriteInput
      const moved = (await client.call('replaceRule', { params, body })).body
      expect([moved.name, moved.priority, moved.conditions]).toEqual([body.name, 2, rule.conditions])
      await client.call('deletePolicy', { params })
    },
  )

  it('a group that new people join: reach tells that it is gone', async () => {
    const group = await make.aGroup()
    const policy = await make.aPolicy('PROFILE_ENROLLMENT')
    const [rule] = (await client.call('listRules', { params: { policyId: policy.id } })).body
    const params = { policyId: policy.id, ruleId: rule?.id as string }
    const { profileEnrollment } = rule?.actions as { profileEnrollment: object }
    const actions = { profileEnrollment: { ...profileEnrollment, targetGroupIds: [group.id] } }
    await client.call('replaceRule', { params, body: { ...rule, actions } as never })
    await client.call('deleteGroup', { params: { groupId: group.id } })
    const reach = (await client.call('listPolicyAudiences', { query: { type: 'PROFILE_ENROLLMENT' } })).body
    expect(reach.find(({ policyId }) => policyId === policy.id)?.dangling).toEqual([group.id])
  })

  it('a group that is all a policy is for: it reaches no one, never everyone', async () => {
    const group = await make.aGroup()
    const conditions = { people: { groups: { include: [group.id] } } }
    const policy = await make.aPolicy('SVC_SIGN_ON', { conditions, priority: 1 })
    await make.aRule(policy)
    await client.call('deleteGroup', { params: { groupId: group.id } })
    const kindsOf = (await client.call('listFindings')).body
      .filter((finding) => 'policyId' in finding && finding.policyId === policy.id)
      .map(({ kind }) => kind)
    expect(kindsOf).toEqual(expect.arrayContaining(['dangling-reference', 'reaches-no-one']))
    const reach = (await client.call('listPolicyAudiences', { query: { type: 'SVC_SIGN_ON' } })).body
    expect(reach.find(({ policyId }) => policyId === policy.id)).toMatchObject({ people: 0, dangling: [group.id] })
    const body = { ...policy, name: 'Left over', priority: 2 }
    const moved = (await client.call('replacePolicy', { params: { policyId: policy.id }, body: body as never })).body
    expect([moved.name, moved.conditions]).toEqual(['Left over', policy.conditions])
  })

  it('an application: the rule that names it is marked and can be renamed', async () => {
    const app = await make.anApp()
    const policy = await make.aPolicy('MFA_ENROLL')
    const named = { app: { include: [{ type: 'APP' as const, id: app.id }], exclude: [] } }
    const rule = await make.aRule(policy, { conditions: named })
    await client.call('deactivateApp', { params: { appId: app.id } })
    await client.call('deleteApp', { params: { appId: app.id } })
    const attention = (await client.call('listFindings')).body
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'dangling-reference', ruleId: rule.id }))
    expect(await pathsOf(app.id)).toEqual(['conditions.app.include'])
    const params = { policyId: policy.id, ruleId: rule.id }
    const body = { ...rule, name: 'Renamed' } as RuleWriteInput
    expect((await client.call('replaceRule', { params, body })).body.name).toBe('Renamed')
  })
})
