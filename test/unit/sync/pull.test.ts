import { describe, expect, it } from 'vitest'
import type { Preference } from '#contract/gatehouse/pull.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { atRest, connect, differencesWith, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

const COMPLETED = { state: 'COMPLETED', problem: null }

const describeGroup = ({ client }: TestServer, groupId: string, name: string, description: string) =>
  client.call('replaceGroup', { params: { groupId }, body: { profile: { name, description } } })

const descriptionOf = async ({ client }: TestServer, groupId: string) =>
  (await client.call('getGroup', { params: { groupId } })).body.profile['description']

const groupNames = async ({ client }: TestServer) =>
  (await client.call('listGroups', { query: { limit: 200 } })).body.map(({ profile }) => profile.name)

/** A workspace that has pulled from a remote once. */
async function inStep(remote: TestServer) {
  const here = await startServer()
  const connectionId = await connect(here, remote)
  expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
  return { here, connectionId }
}

describe('a pull into an empty workspace', () => {
  it('brings every form of every kind, so that nothing differs', async () => {
    const { here, connectionId } = await inStep(await richOrganization())
    const { refused, conflicts, unread } = await pullOf(here, connectionId)
    expect({ refused, conflicts, unread }).toEqual({ refused: [], conflicts: 0, unread: [] })
    expect(await differencesWith(here, connectionId)).toEqual([])

    expect(await pulled(here, connectionId)).toMatchObject({ ...COMPLETED, facts: { written: 0 } })
    expect((await pullOf(here, connectionId)).counts).toEqual([])
  })

  it.each(Object.keys(SHIPPED_VOCABULARIES))(
    'keeps the ids of a remote that speaks %s, and what has happened to its people',
    async (name) => {
      const vocabulary = SHIPPED_VOCABULARIES[name] ?? null
      const remote = await startServer({ sample: true, other: true, vocabulary })
      const here = await startServer()
      const connectionId = await connect(here, remote, { vocabulary })
      expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
      expect((await pullOf(here, connectionId)).refused).toEqual([])
      // The owner of this workspace is nobody of theirs.
      const found = await differencesWith(here, connectionId)
      expect(found.filter((line) => !/^outgoing (?:user|groupMembership|userRole) .*: only ours$/.test(line))).toEqual(
        [],
      )
      const people = async ({ client }: TestServer) => {
        const search = 'status eq "DEPROVISIONED" or status eq "SUSPENDED" or status eq "STAGED"'
        const { body } = await client.call('listUsers', { query: { search, limit: 200 } })
        return body.map(({ id, status, created, activated, statusChanged, lastLogin, lastUpdated, profile }) => ({
          ...{ id, status, created, activated, statusChanged, lastLogin, lastUpdated, profile },
        }))
      }
      const there = await people(remote)
      expect(new Set(there.map(({ status }) => status)).size).toBe(3)
      expect(await people(here)).toEqual(there)
    },
  )

  it('keeps the ids of policies of every type, and of their rules', async () => {
    const remote = await startServer()
    const ids = async ({ client }: TestServer, policyId: string) =>
      (await client.call('listRules', { params: { policyId } })).body.flatMap(({ id, system }) => (system ? [] : id))
    const made = await Promise.all((['SVC_SIGN_ON', 'ACCESS_POLICY'] as const).map((type) => remote.make.aPolicy(type)))
    for (const policy of made) await remote.make.aRule(policy)
    const { here } = await inStep(remote)
    for (const { id } of made) expect(await ids(here, id)).toEqual(await ids(remote, id))
  })

  it('brings group rules, because of which people are in groups and leave them again', async () => {
    const remote = await startServer()
    const group = await remote.make.aGroup()
    const department = (await remote.make.aUser({ department: 'Sales' })).id
    const rule = {
      type: 'group_rule' as const,
      name: 'Sales',
      conditions: { expression: { type: 'urn:svc:expression:1.0' as const, value: 'user.department == "Sales"' } },
      actions: { assignUserToGroups: { groupIds: [group.id] } },
    }
    const { id: groupRuleId } = (await remote.client.call('createGroupRule', { body: rule })).body
    await remote.client.call('activateGroupRule', { params: { groupRuleId } })
    const members = async ({ client }: TestServer) =>
      (await client.call('listGroupMembers', { params: { groupId: group.id } })).body.map(({ id }) => id)
    await atRest(remote)
    expect(await members(remote)).toEqual([department])

    const { here, connectionId } = await inStep(remote)
    expect(await members(here)).toEqual([department])
    expect(await differencesWith(here, connectionId)).toEqual([])
    const moved = { profile: { department: 'Marketing' } }
    await here.client.call('updateUser', { params: { userId: department }, body: moved })
    expect(await members(here)).toEqual([])
  })

  it('leaves one event for some objects together, and none for each', async () => {
    const remote = await startServer()
    for (let count = 0; count < 5; count += 1) await remote.make.aGroup()
    const { here, connectionId } = await inStep(remote)
    const events = (await here.client.call('listLogEvents', { query: { limit: 1000 } })).body
    expect(events.filter(({ eventType }) => eventType === 'group.lifecycle.create')).toEqual([])
    const pages = events.filter(({ eventType }) => eventType === 'gatehouse.connection.pull')
    expect(pages.map(({ debugContext }) => debugContext.debugData)).toContainEqual(
      expect.objectContaining({ kind: 'group', created: 5 }),
    )
    // With what has happened to it, in one version.
    const { id } = await remote.make.aUser()
    expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
    const versions = await here.client.call('listVersions', { query: { kind: 'user', id } })
    expect(versions.body.map(({ action }) => action)).toEqual(['created'])
  })
})

describe('a later pull', () => {
  it('takes over what has changed there, and leaves what has changed here', async () => {
    const remote = await startServer()
    const [theirs, ours, both] = [await remote.make.aGroup(), await remote.make.aGroup(), await remote.make.aGroup()]
    const { here, connectionId } = await inStep(remote)
    await describeGroup(remote, theirs.id, theirs.profile.name, 'Changed there')
    await describeGroup(here, ours.id, ours.profile.name, 'Changed here')
    await describeGroup(remote, both.id, both.profile.name, 'Changed there')
    await describeGroup(here, both.id, both.profile.name, 'Changed here')
    const conflict = `conflict group ${both.profile.name}: profile.description "Changed here" | "Changed there"`
    const outgoing = `outgoing group ${ours.profile.name}: profile.description "Changed here" | ${JSON.stringify(ours.profile['description'] ?? null)}`
    expect(await differencesWith(here, connectionId)).toEqual(
      expect.arrayContaining([conflict, outgoing, expect.stringContaining(`incoming group ${theirs.profile.name}`)]),
    )

    expect(await pulled(here, connectionId)).toMatchObject({ ...COMPLETED, facts: { written: 1, conflicts: 1 } })
    expect(await descriptionOf(here, theirs.id)).toBe('Changed there')
    expect((await differencesWith(here, connectionId)).sort()).toEqual([conflict, outgoing].sort())

    const choice = { kind: 'group', difference: `group:${both.id}`, path: 'profile.description' } as const
    await pulled(here, connectionId, { choices: [{ ...choice, prefer: 'workspace' }] })
    const decided = conflict.replace('conflict', 'outgoing')
    expect((await differencesWith(here, connectionId)).sort()).toEqual([decided, outgoing].sort())

    await describeGroup(remote, both.id, both.profile.name, 'Changed there again')
    await pulled(here, connectionId, { prefer: 'remote' })
    expect(await descriptionOf(here, both.id)).toBe('Changed there again')
    expect(await differencesWith(here, connectionId)).toEqual([outgoing])
  })

  it('takes away what is gone there, unless it has changed here or was never there', async () => {
    const remote = await startServer()
    const [plain, changed] = [await remote.make.aGroup(), await remote.make.aGroup()]
    const { here, connectionId } = await inStep(remote)
    const own = await here.make.aGroup('Made here')
    await describeGroup(here, changed.id, changed.profile.name, 'Changed here')
    for (const { id: groupId } of [plain, changed]) await remote.client.call('deleteGroup', { params: { groupId } })

    await pulled(here, connectionId)
    expect((await pullOf(here, connectionId)).counts).toContainEqual({
      kind: 'group',
      created: 0,
      changed: 0,
      removed: 1,
    })
    expect((await differencesWith(here, connectionId)).sort()).toEqual(
      [`conflict group ${changed.profile.name}: only ours`, `outgoing group ${own.profile.name}: only ours`].sort(),
    )
    await pulled(here, connectionId, { choices: [{ kind: 'group', prefer: 'remote' }] })
    expect(await differencesWith(here, connectionId)).toEqual([`outgoing group ${own.profile.name}: only ours`])
  })

  it('leaves what belongs to an object that was deleted there as long as that stays', async () => {
    const remote = await startServer()
    const group = await remote.make.aGroup()
    const member = (await remote.make.aUser({}, [group.id])).id
    const { here, connectionId } = await inStep(remote)
    await describeGroup(here, group.id, group.profile.name, 'Changed here')
    await remote.client.call('deleteGroup', { params: { groupId: group.id } })
    const members = async () =>
      (await here.client.call('listGroupMembers', { params: { groupId: group.id } })).body.map(({ id }) => id)

    expect(await pulled(here, connectionId)).toMatchObject({ ...COMPLETED, facts: { written: 0, conflicts: 1 } })
    expect(await members()).toEqual([member])
    expect(await pulled(here, connectionId, { prefer: 'workspace' })).toMatchObject({ facts: { conflicts: 0 } })
    expect(await members()).toEqual([member])
    expect((await differencesWith(here, connectionId)).map((line) => line.split(' ')[0])).toEqual([
      'outgoing',
      'outgoing',
    ])
  })

  it('brings an object that was deleted here back with what belongs to it', async () => {
    const remote = await startServer()
    const policy = await remote.make.aPolicy()
    const { id } = await remote.make.aRule(policy)
    const { here, connectionId } = await inStep(remote)
    const params = { policyId: policy.id }
    await here.client.call('deletePolicy', { params })
    const { name, type } = policy
    await remote.client.call('replacePolicy', { params, body: { name, type, description: 'Changed' } as never })

    expect(await pulled(here, connectionId)).toMatchObject({ ...COMPLETED, facts: { written: 0, conflicts: 1 } })
    expect(await pulled(here, connectionId, { prefer: 'remote' })).toMatchObject({
      facts: { conflicts: 0, refused: 0 },
    })
    expect((await here.client.call('listRules', { params })).body.map((rule) => rule.id)).toContain(id)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  describe('of a rule whose policy is on one side only, and the rule was changed on the other', () => {
    /** A policy with a rule, of which one side deletes the policy and the other changes both. */
    async function withoutPolicy(deleted: 'here' | 'there') {
      const remote = await startServer()
      const policy = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Staff' })
      const rule = await remote.make.aRule(policy, { name: 'At night' })
      const { here, connectionId } = await inStep(remote)
      const [{ client: keeps }, { client: drops }] = deleted === 'there' ? [here, remote] : [remote, here]
      const params = { policyId: policy.id }
      await drops.call('deletePolicy', { params })
      const { name, type } = policy
      await keeps.call('replacePolicy', { params, body: { name, type, description: 'Changed' } as never })
      const { _links, ...body } = { ...rule, actions: { signon: { access: 'DENY' } } }
      await keeps.call('replaceRule', { params: { ...params, ruleId: rule.id }, body: body as never })
      const side = deleted === 'there' ? 'ours:' : ''
      const choose = async (...prefer: [policy: Preference | null, rule: Preference | null]) => {
        const [ofPolicy, ofRule] = prefer
        const choices = [
          ...(ofRule
            ? [{ kind: 'rule' as const, difference: `rule:${side}${policy.id}/${rule.id}`, prefer: ofRule }]
            : []),
          ...(ofPolicy
            ? [{ kind: 'policy' as const, difference: `policy:${side}${policy.id}`, prefer: ofPolicy }]
            : []),
        ]
        expect(await pulled(here, connectionId, { choices })).toMatchObject(COMPLETED)
        const { conflicts, refused } = await pullOf(here, connectionId)
        const { status } = await here.client.call('getPolicy', { params }).catch(() => ({ status: 404 }))
        return {
          conflicts,
          isHere: status === 200,
          told: refused.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`),
        }
      }
      return { choose }
    }
    const idle = (fate: string) =>
      `rule At night: the choice for it has no effect: it goes the way of the policy “Staff”, which ${fate}`

    it.each([
      ['there', null, 'remote', { conflicts: 1, isHere: true, told: [idle('is still to be decided')] }],
      ['there', 'workspace', 'remote', { conflicts: 0, isHere: true, told: [idle('stays as it is here')] }],
      ['there', 'remote', 'workspace', { conflicts: 0, isHere: false, told: [idle('is taken away')] }],
      ['there', 'remote', null, { conflicts: 0, isHere: false, told: [] }],
      ['there', 'remote', 'remote', { conflicts: 0, isHere: false, told: [] }],
      ['there', 'workspace', 'workspace', { conflicts: 0, isHere: true, told: [] }],
      ['here', null, 'remote', { conflicts: 1, isHere: false, told: [idle('is still to be decided')] }],
      ['here', 'workspace', 'remote', { conflicts: 0, isHere: false, told: [idle('is not brought')] }],
      ['here', 'remote', 'workspace', { conflicts: 0, isHere: true, told: [idle('is brought')] }],
      ['here', null, null, { conflicts: 1, isHere: false, told: [] }],
      ['here', 'workspace', null, { conflicts: 0, isHere: false, told: [] }],
      ['here', 'remote', 'remote', { conflicts: 0, isHere: true, told: [] }],
    ] as const)(
      'deleted %s: the choices %s and %s are followed, or it is said why not',
      async (deleted, ofPolicy, ofRule, outcome) => {
        const { choose } = await withoutPolicy(deleted)
        expect(await choose(ofPolicy, ofRule)).toEqual(outcome)
      },
    )
  })

  it('takes away the greater part of a kind only where it is told that the remote wins', async () => {
    const remote = await startServer()
    for (let count = 0; count < 12; count += 1) await remote.make.aGroup()
    const { here, connectionId } = await inStep(remote)
    const groups = async ({ client }: TestServer) => (await client.call('listGroups')).body
    for (const { id: groupId, type } of await groups(remote))
      if (type === 'SVC_GROUP') await remote.client.call('deleteGroup', { params: { groupId } })

    const before = (await groups(here)).length
    await pulled(here, connectionId)
    expect(await groups(here)).toHaveLength(before)
    expect((await pullOf(here, connectionId)).refused).toMatchObject([{ kind: 'group', name: 'groups' }])
    await pulled(here, connectionId, { choices: [{ kind: 'group', prefer: 'remote' }] })
    expect(await groups(here)).toHaveLength(before - 12)
    expect((await pullOf(here, connectionId)).refused).toEqual([])
  })

  it('ends memberships that rules gave without an exception from the rule', async () => {
    const remote = await startServer()
    const [source, filled] = [await remote.make.aGroup(), await remote.make.aGroup()]
    await remote.make.aUser({}, [source.id])
    const value = `isMemberOfAnyGroup("${source.id}")`
    const body = {
      ...{ type: 'group_rule' as const, name: 'Follows' },
      conditions: { expression: { type: 'urn:svc:expression:1.0' as const, value } },
      actions: { assignUserToGroups: { groupIds: [filled.id] } },
    }
    const { id: groupRuleId } = (await remote.client.call('createGroupRule', { body })).body
    await remote.client.call('activateGroupRule', { params: { groupRuleId } })
    const members = async ({ client }: TestServer) =>
      (await client.call('listGroupMembers', { params: { groupId: filled.id } })).body.length
    await atRest(remote)
    expect(await members(remote)).toBe(1)
    const { here, connectionId } = await inStep(remote)
    expect(await members(here)).toBe(1)

    await remote.client.call('deleteGroup', { params: { groupId: source.id } })
    await atRest(remote)
    expect(await members(remote)).toBe(0)
    expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
    await atRest(here)
    expect(await members(here)).toBe(0)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('ends in one sentence where its token is revoked meanwhile, and goes on with another one', async () => {
    const remote = await startServer()
    await remote.make.aGroup('Sales')
    const { body: token } = await remote.client.call('createApiToken', { body: { name: 'Of the connection' } })
    const here = await startServer()
    const connectionId = await connect(here, { url: remote.url, token: token.token ?? '' })
    const held = { path: '/api/v1/zones', most: 1, fault: { type: 'SLOW' as const, seconds: 1 } }
    await remote.client.call('replaceFaults', { body: { plan: { seed: 1, rules: [held] } } })
    const pulling = pulled(here, connectionId)
    await expect.poll(async () => (await remote.client.call('getFaults')).body.counts[0]?.met).toBe(1)
    await remote.client.call('revokeApiToken', { params: { apiTokenId: token.id } })
    const { state, problem } = await pulling
    expect({ state, problem }).toEqual({ state: 'FAILED', problem: expect.stringMatching(/^Remote: .*401/) })
    expect(await groupNames(here)).not.toContain('Sales')

    const authentication = { type: 'API_TOKEN' as const, token: remote.token }
    const body = { name: 'Remote', address: remote.url, authentication }
    await here.client.call('replaceConnection', { params: { connectionId }, body })
    expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
    expect(await groupNames(here)).toContain('Sales')
  })

  it('is refused where the address leads to another organization, of which all would be taken for deleted', async () => {
    const remote = await startServer()
    await remote.make.aGroup('Only there')
    const { here, connectionId } = await inStep(remote)
    const other = await startServer({ isFirstStart: true })
    const authentication = { type: 'API_TOKEN' as const, token: other.token }
    const body = {
      name: 'Remote',
      address: other.url,
      authentication,
      vocabulary: null,
      budgetPercent: 50,
      mayWrite: false,
    }
    await here.client.call('replaceConnection', { params: { connectionId }, body })
    const problem = expect.stringMatching(
      /^The remote is another organization .* make a connection of its own for it\.$/,
    )
    expect(await pulled(here, connectionId)).toMatchObject({ state: 'FAILED', problem })
    expect((await differencesWith(here, connectionId))[0]).toMatch(/^FAILED: The remote is another organization/)
    expect((await here.client.call('listGroups', { query: { q: 'Only there' } })).body).toHaveLength(1)
  })

  it('brings lists into the order of the remote', async () => {
    const remote = await startServer()
    const policies = [await remote.make.aPolicy(), await remote.make.aPolicy(), await remote.make.aPolicy()]
    const { here, connectionId } = await inStep(remote)
    const order = async ({ client }: TestServer) =>
      (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body.map(({ id }) => id)
    expect((await order(here)).slice(0, -1)).toEqual((await order(remote)).slice(0, -1))

    const last = policies[2] ?? expect.unreachable('there are three')
    const { name, type } = last
    const moved = { name, type, priority: 1 } as never
    await remote.client.call('replacePolicy', { params: { policyId: last.id }, body: moved })
    await pulled(here, connectionId)
    expect((await order(here)).slice(0, -1)).toEqual((await order(remote)).slice(0, -1))
    expect((await order(here))[0]).toBe(last.id)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })
})
