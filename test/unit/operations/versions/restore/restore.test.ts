import { beforeAll, describe, expect, it } from 'vitest'
import type { ObjectVersion, ObjectVersionDetail } from '#contract/gatehouse/version.ts'
import { CHANGE_REASON } from '#contract/interface/change-reason.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import type { Client } from '../../../../helpers/client.ts'
import type { Factories } from '../../../../helpers/factories.ts'
import { startServer } from '../../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

/** The newest first. */
const versionsOf = async (id: string): Promise<ObjectVersion[]> =>
  (await client.call('listVersions', { query: { id } })).body

const detailOf = async (versionId: string): Promise<ObjectVersionDetail> =>
  (await client.call('getVersion', { params: { versionId } })).body

/** The version of an object with a number. */
async function versionOf(id: string, number: number): Promise<ObjectVersion> {
  return (await versionsOf(id)).find(({ version }) => version === number) as ObjectVersion
}

async function restore(id: string, number: number, headers: Record<string, string> = {}): Promise<ObjectVersionDetail> {
  const [newest] = await versionsOf(id)
  const params = { versionId: (await versionOf(id, number)).id }
  const body = { expectedVersion: newest?.version ?? 0 }
  return (await client.call('restoreVersion', { params, body, headers })).body
}

async function refusedRestore(id: string, number: number, expectedVersion?: number) {
  const [newest] = await versionsOf(id)
  const params = { versionId: (await versionOf(id, number)).id }
  return client.refused('restoreVersion', {
    params,
    body: { expectedVersion: expectedVersion ?? newest?.version },
  })
}

const withoutTimes = ({ created: _created, lastUpdated: _lastUpdated, _links, ...rest }: Policy | Rule) => rest
const getPolicy = async (policyId: string) => (await client.call('getPolicy', { params: { policyId } })).body
const getRule = async (policyId: string, ruleId: string) =>
  (await client.call('getRule', { params: { policyId, ruleId } })).body

describe('the versions of an object', () => {
  it('are listed newest first, page by page', async () => {
    const zone = await make.aZone()
    for (const name of ['Second', 'Third', 'Fourth'])
      await client.call('replaceZone', { params: { zoneId: zone.id }, body: { ...zone, name } as never })
    const query = { id: zone.id, limit: '3' }
    const first = await client.call('listVersions', { query: query as never })
    expect(first.body.map(({ version, name }) => [version, name])).toEqual([
      [4, 'Fourth'],
      [3, 'Third'],
      [2, 'Second'],
    ])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
    const last = await client.follow<ObjectVersion[]>(next)
    expect(last.body.map(({ version }) => version)).toEqual([1])
    expect((await client.refused('listVersions', { query: { after: 'x' } })).code).toBe('E0000029')
  })

  it('show the object as the interface shows it, without links', async () => {
    for (const type of ['MFA_ENROLL', 'IDP_DISCOVERY', 'PASSWORD'] as const) {
      const policy = await make.theDefault(type)
      const [newest] = await versionsOf(policy.id)
      const { _links, ...body } = policy
      expect((await detailOf(newest?.id ?? '')).body).toEqual(body)
    }
    const zone = await make.aZone()
    const { _links, ...body } = zone
    expect((await detailOf((await versionOf(zone.id, 1)).id)).body).toMatchObject({
      ...body,
      created: expect.anything(),
    })
  })

  it('of a policy are found with those of its rules, and deleted ones apart', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const rule = await make.aRule(policy)
    await client.call('deleteRule', { params: { policyId: policy.id, ruleId: rule.id } })
    const listed = async (query: Record<string, string>) =>
      (await client.call('listVersions', { query: query as never })).body
    const about = await listed({ about: policy.id })
    expect(new Set(about.map(({ kind }) => kind))).toEqual(new Set(['policy', 'rule']))
    const deleted = await listed({ kind: 'rule', parent: policy.id, deleted: 'true' })
    expect(deleted.map(({ objectId, name, action }) => [objectId, name, action])).toEqual([
      [rule.id, rule.name, 'deleted'],
    ])
    await restore(rule.id, 1)
    expect(await listed({ kind: 'rule', parent: policy.id, deleted: 'true' })).toEqual([])
  })

  it('of the policies that an application was given are found by it, former ones too', async () => {
    const app = await make.anApp()
    await make.anApp()
    const policies = [await make.aPolicy('ACCESS_POLICY'), await make.aPolicy('ACCESS_POLICY')]
    for (const { id: policyId } of policies)
      await client.call('assignAppPolicy', { params: { appId: app.id, policyId } })
    const about = (await client.call('listVersions', { query: { about: app.id } })).body
    const ofFirst = about.filter(({ parentId }) => parentId === policies[0]?.id)
    expect(ofFirst.map(({ kind, action }) => [kind, action])).toEqual([
      ['mapping', 'deleted'],
      ['mapping', 'created'],
    ])
    const given = { parentId: policies[1]?.id, action: 'created', name: app.label }
    expect(about).toContainEqual(expect.objectContaining(given))
    expect(new Set(about.map(({ name }) => name))).toEqual(new Set([app.label]))
  })
})

describe('restoring a version', () => {
  it('makes a rule what it was, as a change with its own event and reason', async () => {
    const policy = await make.aPolicy()
    const rule = await make.aRule(policy, { name: 'Strict' })
    const params = { policyId: policy.id, ruleId: rule.id }
    const open = { ...rule, name: 'Open', actions: { signon: { access: 'DENY' } } }
    await client.call('replaceRule', { params, body: open as never })
    await client.call('deactivateRule', { params })
    const made = await restore(rule.id, 1, { [CHANGE_REASON]: 'It locked people out' })
    expect(withoutTimes(await getRule(policy.id, rule.id))).toEqual(withoutTimes(rule))
    expect(made).toMatchObject({ version: 4, action: 'updated', reason: 'It locked people out' })
    const query = { filter: `target.id eq "${rule.id}"`, since: '2026-03-01T00:00:00.000Z' }
    const events = (await client.call('listLogEvents', { query })).body
    expect(events.slice(-2).map(({ eventType }) => eventType)).toEqual(['policy.rule.update', 'policy.rule.activate'])
    expect(events.at(-1)?.debugContext.debugData).toMatchObject({ changeReason: 'It locked people out' })
  })

  it('brings a deleted rule back under its id, at its place', async () => {
    const policy = await make.aPolicy('PASSWORD')
    const [first, second, third] = [await make.aRule(policy), await make.aRule(policy), await make.aRule(policy)]
    // The neighbours' places shift without a version of their own.
    const top = await make.aRule(policy, { priority: 1 })
    await client.call('deleteRule', { params: { policyId: policy.id, ruleId: second.id } })
    await restore(second.id, 1)
    const rules = (await client.call('listRules', { params: { policyId: policy.id } })).body
    expect(rules.map(({ id }) => id)).toEqual([top.id, first.id, second.id, third.id])
  })

  it.each(['PASSWORD', 'ACCESS_POLICY'] as const)('of a moved %s rule puts it back where it was', async (type) => {
    const policy = await make.aPolicy(type)
    for (const name of ['A', 'B', 'C', 'D']) await make.aRule(policy, { name })
    const listed = async () => (await client.call('listRules', { params: { policyId: policy.id } })).body
    const order = async () => (await listed()).map(({ id }) => id)
    const before = await order()
    for (const [from, to] of [
      [2, 0],
      [0, 2],
      [1, 3],
      [3, 0],
    ] as const) {
      const now = await listed()
      const { _links, ...rule } = now[from] as Rule
      const params = { policyId: policy.id, ruleId: rule.id }
      await client.call('replaceRule', { params, body: { ...rule, priority: now[to]?.priority } as never })
      expect(await order()).not.toEqual(before)
      const [newest] = await versionsOf(rule.id)
      await restore(rule.id, (newest?.version ?? 0) - 1)
      expect(await order()).toEqual(before)
    }
  })

  it.each(['SVC_SIGN_ON', 'ACCESS_POLICY'] as const)('brings a deleted %s policy back with its rules', async (type) => {
    const policy = await make.aPolicy(type, { description: 'For contractors' })
    await make.aRule(policy)
    await make.aRule(policy, { status: 'INACTIVE', priority: type === 'ACCESS_POLICY' ? 0 : 1 })
    const params = { policyId: policy.id }
    const listRules = async () => (await client.call('listRules', { params })).body.map(withoutTimes)
    const before = { policy: withoutTimes(await getPolicy(policy.id)), rules: await listRules() }
    await client.call('deletePolicy', { params })
    await restore(policy.id, 1)
    expect({ policy: withoutTimes(await getPolicy(policy.id)), rules: await listRules() }).toEqual(before)
  })

  it('brings a policy back to its applications, but for those that have been given another since', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const [ours, theirs] = [await make.anApp(), await make.anApp()]
    const map = (policyId: string, resourceId: string) =>
      client.call('createPolicyMapping', { params: { policyId }, body: { resourceId, resourceType: 'APP' } })
    await map(policy.id, ours.id)
    await map(policy.id, theirs.id)
    await client.call('deletePolicy', { params: { policyId: policy.id } })
    await map((await make.aPolicy('ACCESS_POLICY')).id, theirs.id)
    await restore(policy.id, 1)
    const mapped = (await client.call('listPolicyApps', { params: { policyId: policy.id } })).body
    expect(mapped.map(({ id }) => id)).toEqual([ours.id])
  })

  it('makes a zone and a mapping what they were', async () => {
    const zone = await make.aZone()
    await client.call('replaceZone', { params: { zoneId: zone.id }, body: { ...zone, name: 'Other' } as never })
    await client.call('deactivateZone', { params: { zoneId: zone.id } })
    await client.call('deleteZone', { params: { zoneId: zone.id } })
    await restore(zone.id, 3)
    const back = (await client.call('getZone', { params: { zoneId: zone.id } })).body
    expect([back.name, back.status]).toEqual(['Other', 'INACTIVE'])

    const app = await make.anApp()
    const policy = await make.aPolicy('ACCESS_POLICY')
    const params = { policyId: policy.id }
    const body = { resourceId: app.id, resourceType: 'APP' } as const
    const mapping = (await client.call('createPolicyMapping', { params, body })).body
    await client.call('deletePolicyMapping', { params: { ...params, mappingId: mapping.id } })
    await restore(mapping.id, 1)
    const mapped = (await client.call('listPolicyApps', { params })).body
    expect(mapped.map(({ id }) => id)).toEqual([app.id])
  })

  it('changes nothing, and leaves no event, where nothing differs', async () => {
    const zone = await make.aZone()
    expect(await restore(zone.id, 1)).toMatchObject({ version: 1 })
    expect(await versionsOf(zone.id)).toHaveLength(1)
  })

  it('changes nothing of the mapping of an application of the platform, which cannot be changed', async () => {
    const [policy] = (await client.call('listPolicies', { query: { type: 'ACCESS_POLICY', q: 'Svc Dashboard' } })).body
    const params = { policyId: policy?.id ?? '' }
    const [mapping] = (await client.call('listPolicyMappings', { params })).body
    const [newest] = await versionsOf(mapping?.id ?? '')
    expect((await restore(mapping?.id ?? '', newest?.version ?? 0)).id).toBe(newest?.id)
  })

  it('works for default policies and rules', async () => {
    const policy = await make.theDefault('PASSWORD')
    const params = { policyId: policy.id }
    const settings = { ...policy.settings, password: { age: { historyCount: 9 } } }
    await client.call('replacePolicy', { params, body: { ...policy, settings } as never })
    const [changed] = await versionsOf(policy.id)
    await restore(policy.id, (changed?.version ?? 0) - 1)
    expect(withoutTimes(await getPolicy(policy.id))).toEqual(withoutTimes(policy))
  })
})

describe('taking the newest change back', () => {
  const undo = async (id: string) => {
    const [newest] = await versionsOf(id)
    return client.call('undoVersion', { params: { versionId: newest?.id ?? '' } })
  }

  it('goes to the version before, and back again', async () => {
    const zone = await make.aZone({ name: 'Before' })
    const params = { zoneId: zone.id }
    await client.call('replaceZone', { params, body: { ...zone, name: 'After' } as never })
    await undo(zone.id)
    expect((await client.call('getZone', { params })).body.name).toBe('Before')
    await undo(zone.id)
    expect((await client.call('getZone', { params })).body.name).toBe('After')
  })

  it('deletes what was created, and brings back what was deleted', async () => {
    const policy = await make.aPolicy()
    const rule = await make.aRule(policy)
    const params = { policyId: policy.id, ruleId: rule.id }
    await undo(rule.id)
    expect((await client.refused('getRule', { params })).status).toBe(404)
    await undo(rule.id)
    expect(withoutTimes(await getRule(policy.id, rule.id))).toEqual(withoutTimes(rule))
    await undo(policy.id)
    expect((await client.refused('getPolicy', { params })).status).toBe(404)
  })

  it('gives an application the policy again that it had before, not the default one', async () => {
    const app = await make.anApp()
    const [first, second] = [await make.aPolicy('ACCESS_POLICY'), await make.aPolicy('ACCESS_POLICY')]
    const body = { resourceId: app.id, resourceType: 'APP' } as const
    const map = async (policyId: string) =>
      (await client.call('createPolicyMapping', { params: { policyId }, body })).body.id
    const appsOf = async (policyId: string) =>
      (await client.call('listPolicyApps', { params: { policyId } })).body.map(({ id }) => id)
    const [earlier, later] = [await map(first.id), await map(second.id)]
    await undo(later)
    expect([await appsOf(first.id), await appsOf(second.id)]).toEqual([[app.id], []])
    expect((await client.call('listPolicyMappings', { params: { policyId: first.id } })).body[0]?.id).toBe(earlier)
    await undo(earlier)
    expect([await appsOf(first.id), await appsOf(second.id)]).toEqual([[], [app.id]])
  })

  it('is refused once others have changed the object, or where nothing is known of before', async () => {
    const zone = await make.aZone()
    await client.call('deactivateZone', { params: { zoneId: zone.id } })
    const [, created] = await versionsOf(zone.id)
    const late = await client.refused('undoVersion', { params: { versionId: created?.id ?? '' } })
    expect([late.status, late.code]).toEqual([409, 'E0000113'])
    const [baseline] = await versionsOf((await make.theDefault('IDP_DISCOVERY')).id)
    const first = await client.refused('undoVersion', { params: { versionId: baseline?.id ?? '' } })
    expect([first.code, first.locations]).toEqual(['E0000001', ['versionId']])
  })
})

describe('taking changes of many objects back', () => {
  const newestOf = async (id: string, count = 1) => ({ versionId: (await versionsOf(id))[0]?.id ?? '', count })
  const undoAll = (changes: object[]) => client.call('undoVersions', { body: { changes } as never })
  const zonesNow = async (ids: readonly string[]) =>
    (await client.call('listZones', { query: { limit: 200 } })).body
      .filter(({ id }) => ids.includes(id))
      .map(({ name, status }) => `${name} ${status}`)
      .sort()

  it('is one change, of several of each where that is asked for', async () => {
    const [one, two, three] = [await make.aZone({ name: 'One' }), await make.aZone({ name: 'Two' }), await make.aZone()]
    for (const { id: zoneId } of [one, two]) await client.call('deactivateZone', { params: { zoneId } })
    await client.call('deleteZone', { params: { zoneId: two.id } })
    await undoAll([await newestOf(one.id), await newestOf(two.id, 2), await newestOf(three.id)])
    expect(await zonesNow([one.id, two.id, three.id])).toEqual(['One ACTIVE', 'Two ACTIVE'])
    const made = [await versionsOf(one.id), await versionsOf(two.id)].map(([newest]) => newest?.changedAt)
    expect(new Set(made).size).toBe(1)
  })

  it('goes from the last to the first', async () => {
    const zone = await make.aZone({ name: 'Old' })
    await client.call('replaceZone', { params: { zoneId: zone.id }, body: { ...zone, name: 'New' } as never })
    const other = await make.aZone({ name: 'Old' })
    await undoAll([await newestOf(zone.id), await newestOf(other.id)])
    expect(await zonesNow([zone.id, other.id])).toEqual(['Old ACTIVE'])
  })

  it('puts rules back that made room for one another', async () => {
    const policy = await make.aPolicy('PASSWORD')
    const rules = [await make.aRule(policy), await make.aRule(policy), await make.aRule(policy)]
    const params = { policyId: policy.id }
    const order = async () =>
      (await client.call('listRules', { params })).body.map(({ id, priority }) => [id, priority])
    const before = await order()
    const moved = [rules[2], rules[1]] as Rule[]
    for (const rule of moved) {
      const body = { ...rule, priority: rules[0]?.priority }
      await client.call('replaceRule', { params: { ...params, ruleId: rule.id }, body: body as never })
    }
    expect(await order()).not.toEqual(before)
    await undoAll(await Promise.all(moved.map(({ id }) => newestOf(id))))
    expect(await order()).toEqual(before)
  })

  it('is refused as a whole once others have changed one of them', async () => {
    const [one, two] = [await make.aZone({ name: 'A' }), await make.aZone({ name: 'B' })]
    const changes = [await newestOf(one.id), await newestOf(two.id)]
    await client.call('deactivateZone', { params: { zoneId: one.id } })
    const refusal = await client.refused('undoVersions', { body: { changes } })
    expect([refusal.status, refusal.code]).toEqual([409, 'E0000113'])
    expect(await zonesNow([one.id, two.id])).toEqual(['A INACTIVE', 'B ACTIVE'])
  })

  it('names the one of which nothing is known from before', async () => {
    const zone = await make.aZone()
    const standard = await make.theDefault('IDP_DISCOVERY')
    const changes = [await newestOf(zone.id), await newestOf(standard.id, 9)]
    const refusal = await client.refused('undoVersions', { body: { changes } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['changes[1].versionId']])
    expect(await zonesNow([zone.id])).toHaveLength(1)
  })
})

describe('a restore is refused, and changes nothing,', () => {
  it('once others have changed the object', async () => {
    const zone = await make.aZone()
    await client.call('deactivateZone', { params: { zoneId: zone.id } })
    const refusal = await refusedRestore(zone.id, 1, 1)
    expect([refusal.status, refusal.code]).toEqual([409, 'E0000113'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('version 2')
    expect(await versionsOf(zone.id)).toHaveLength(2)
  })

  it('where a group that it names is gone, by the name of the field', async () => {
    const group = await make.aGroup()
    const people = { groups: { include: [group.id] } }
    const policy = await make.aPolicy('SVC_SIGN_ON', { conditions: { people } })
    await client.call('replacePolicy', {
      params: { policyId: policy.id },
      body: { ...policy, conditions: null } as never,
    })
    await client.call('deleteGroup', { params: { groupId: group.id } })
    const refusal = await refusedRestore(policy.id, 1)
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['conditions.people.groups.include']])
    expect(await versionsOf(policy.id)).toHaveLength(2)
  })

  it('where a rule of a deleted policy names what is gone, by the name of the rule', async () => {
    const zone = await make.aZone()
    const policy = await make.aPolicy()
    const network = { connection: 'ZONE', include: [zone.id] }
    await make.aRule(policy, { name: 'Office', conditions: { network } as never })
    await client.call('deletePolicy', { params: { policyId: policy.id } })
    await client.call('deleteZone', { params: { zoneId: zone.id } })
    const refusal = await refusedRestore(policy.id, 1)
    expect(refusal.body.errorCauses[0]?.errorSummary).toMatch(/^rule “Office”: conditions\.network/)
    expect((await client.refused('getPolicy', { params: { policyId: policy.id } })).status).toBe(404)
  })

  it('where its name has been taken, or its policy is gone, or it was deleted then', async () => {
    const zone = await make.aZone({ name: 'Taken' })
    await client.call('deleteZone', { params: { zoneId: zone.id } })
    expect((await refusedRestore(zone.id, 2)).locations).toEqual(['versionId'])
    await make.aZone({ name: 'Taken' })
    expect((await refusedRestore(zone.id, 1)).locations).toEqual(['name'])

    const policy = await make.aPolicy()
    const rule = await make.aRule(policy)
    await client.call('deletePolicy', { params: { policyId: policy.id } })
    expect((await refusedRestore(rule.id, 1)).locations).toEqual(['policyId'])
  })
})
