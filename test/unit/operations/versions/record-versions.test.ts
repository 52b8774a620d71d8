import { beforeAll, describe, expect, it } from 'vitest'
import { CHANGE_REASON } from '#contract/interface/change-reason.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { staleObjects } from '../../../helpers/versions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

interface Stored {
  version: number
  action: string
  name: string | null
  parent: string | null
  reason: string | null
  body: Record<string, unknown> | null
  /** Type of its event. */
  event: string | null
}

/** The versions of an object, the oldest first. */
const versionsOf = (id: string): Promise<Stored[]> =>
  withDatabase(server.dataFile, async (database) => {
    const sql = `SELECT version, action, name, parent_id AS parent, reason, body, e.event_type AS event FROM object_versions v LEFT JOIN log_events e ON e.uuid = v.event_uuid
      WHERE object_id = ? ORDER BY version`
    const rows = await database.all<Stored & { body: string | null }>(sql, [id])
    return rows.map((row) => ({ ...row, body: row.body === null ? null : (JSON.parse(row.body) as Stored['body']) }))
  })

const summaryOf = async (id: string) =>
  (await versionsOf(id)).map(({ version, action, event }) => [version, action, event])

const countAll = () =>
  withDatabase(server.dataFile, async (database) => {
    const [row] = await database.all<{ count: number }>('SELECT count(*) AS count FROM object_versions')
    return row?.count ?? 0
  })

describe('every change of a policy, rule, zone or mapping leaves its new state', () => {
  it('of a policy, from its creation to its deletion', async () => {
    const { client, make } = server
    const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'First' })
    const params = { policyId: policy.id }
    const headers = { [CHANGE_REASON]: 'Ticket 7' }
    await client.call('replacePolicy', { params, body: { ...policy, name: 'Second' } as never, headers })
    await client.call('deactivatePolicy', { params })
    await client.call('deletePolicy', { params })
    expect(await summaryOf(policy.id)).toEqual([
      [1, 'created', 'policy.lifecycle.create'],
      [2, 'updated', 'policy.lifecycle.update'],
      [3, 'updated', 'policy.lifecycle.deactivate'],
      [4, 'deleted', 'policy.lifecycle.delete'],
    ])
    const [first, second, third, last] = await versionsOf(policy.id)
    expect(first?.body).toMatchObject({ id: policy.id, name: 'First', status: 'ACTIVE', system: false })
    expect([second?.body?.['name'], second?.reason]).toEqual(['Second', 'Ticket 7'])
    expect([third?.body?.['status'], third?.reason]).toEqual(['INACTIVE', null])
    expect([last?.body, last?.name]).toEqual([null, 'Second'])
  })

  it('of a rule, below its policy', async () => {
    const { client, make } = server
    const policy = await make.aPolicy()
    const rule = await make.aRule(policy)
    const params = { policyId: policy.id, ruleId: rule.id }
    await client.call('deactivateRule', { params })
    await client.call('deleteRule', { params })
    expect(await summaryOf(rule.id)).toEqual([
      [1, 'created', 'policy.rule.add'],
      [2, 'updated', 'policy.rule.deactivate'],
      [3, 'deleted', 'policy.rule.delete'],
    ])
    const [first] = await versionsOf(rule.id)
    expect(first?.parent).toBe(policy.id)
    expect(await summaryOf(policy.id)).toHaveLength(1)
  })

  it('of a zone', async () => {
    const { client, make } = server
    const zone = await make.aZone()
    const params = { zoneId: zone.id }
    await client.call('replaceZone', { params, body: { ...zone, usage: 'BLOCKLIST' } as never })
    await client.call('deactivateZone', { params })
    await client.call('deleteZone', { params })
    expect(await summaryOf(zone.id)).toEqual([
      [1, 'created', 'zone.create'],
      [2, 'updated', 'zone.update'],
      [3, 'updated', 'zone.deactivate'],
      [4, 'deleted', 'zone.delete'],
    ])
  })

  it('of a mapping that another takes the place of', async () => {
    const { client, make } = server
    const app = await make.anApp()
    const policy = await make.aPolicy('ACCESS_POLICY')
    const params = { policyId: policy.id }
    const body = { resourceId: app.id, resourceType: 'APP' } as const
    const mapping = (await client.call('createPolicyMapping', { params, body })).body
    expect(await summaryOf(mapping.id)).toEqual([[1, 'created', 'policy.mapping.create']])
    await client.call('deletePolicyMapping', { params: { ...params, mappingId: mapping.id } })
    expect(await summaryOf(mapping.id)).toEqual([
      [1, 'created', 'policy.mapping.create'],
      [2, 'deleted', 'application.policy.sign_on.update'],
    ])
  })

  it('of what goes with its policy or its application', async () => {
    const { client, make } = server
    const policy = await make.aPolicy('ACCESS_POLICY')
    const rule = await make.aRule(policy)
    const app = await make.anApp()
    const body = { resourceId: app.id, resourceType: 'APP' } as const
    const mapping = (await client.call('createPolicyMapping', { params: { policyId: policy.id }, body })).body
    await client.call('deletePolicy', { params: { policyId: policy.id } })
    expect((await summaryOf(rule.id)).at(-1)).toEqual([2, 'deleted', 'policy.rule.delete'])
    expect((await summaryOf(mapping.id)).at(-1)).toEqual([2, 'deleted', 'policy.lifecycle.delete'])

    const other = await make.aPolicy('ACCESS_POLICY')
    const next = (await client.call('createPolicyMapping', { params: { policyId: other.id }, body })).body
    await client.call('deactivateApp', { params: { appId: app.id } })
    await client.call('deleteApp', { params: { appId: app.id } })
    expect((await summaryOf(next.id)).at(-1)).toEqual([2, 'deleted', 'application.lifecycle.delete'])
  })

  it('of a clone and its rules', async () => {
    const { client, make } = server
    const policy = await make.aPolicy('ACCESS_POLICY')
    await make.aRule(policy)
    const clone = (await client.call('clonePolicy', { params: { policyId: policy.id } })).body
    const rules = (await client.call('listRules', { params: { policyId: clone.id } })).body
    for (const { id } of [clone, ...rules])
      expect(await summaryOf(id)).toEqual([[1, 'created', 'policy.lifecycle.create']])
  })
})

describe('no version is written', () => {
  it('of neighbours that only make room; of what moved there is one', async () => {
    const { client, make } = server
    const policy = await make.aPolicy('PASSWORD')
    const rules = [await make.aRule(policy), await make.aRule(policy), await make.aRule(policy)] as const
    const before = await countAll()
    const params = { policyId: policy.id, ruleId: rules[2].id }
    await client.call('replaceRule', { params, body: { ...rules[2], priority: 1 } as never })
    expect(await countAll()).toBe(before + 1)
    expect((await versionsOf(rules[2].id)).at(-1)?.body).toMatchObject({ priority: 1 })
  })

  it('of a change that is refused', async () => {
    const policy = await server.make.theDefault('PASSWORD')
    const before = await countAll()
    await server.client.refused('deletePolicy', { params: { policyId: policy.id } })
    expect(await countAll()).toBe(before)
  })

  it('of changes of anything else', async () => {
    const { client, make } = server
    const [{ id: groupId }, { id: userId }, { id: appId }] = [
      await make.aGroup(),
      await make.aUser(),
      await make.anApp(),
    ]
    const before = await countAll()
    await client.call('addGroupMember', { params: { groupId, userId } })
    await client.call('assignAppUser', { params: { appId }, body: { id: userId } } as never)
    await client.call('createSavedSearch', {
      body: { name: 'All', filter: '', q: '', range: { name: 'day', since: '', until: '' } },
    })
    expect(await countAll()).toBe(before)
  })
})

it.each(['identity', 'classic'] as const)('a new %s workspace begins with a version of each object', async (engine) => {
  const made = await startServer({ engine })
  expect(await staleObjects(made.dataFile)).toEqual([])
})

it('the sample organization brings a version of each of its objects', async () => {
  const made = await startServer()
  await made.client.call('loadSample', {})
  expect(await staleObjects(made.dataFile)).toEqual([])
})
