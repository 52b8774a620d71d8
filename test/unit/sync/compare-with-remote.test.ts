import { describe, expect, it } from 'vitest'
import type { Rule } from '#contract/policy/policy.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { compared, connect, pulled } from '../../helpers/sync/connections.ts'

const twoSamples = () => Promise.all([startServer({ sample: true }), startServer({ sample: true, other: true })])

async function rename({ client }: TestServer, name: string, description: string): Promise<void> {
  const group = (await client.call('listGroups', { query: { q: name } })).body[0]
  await client.call('replaceGroup', { params: { groupId: group?.id ?? '' }, body: { profile: { name, description } } })
}

describe('the comparison with a remote', () => {
  it('finds what was changed there, and nothing else', async () => {
    const [here, remote] = await twoSamples()
    const params = { connectionId: await connect(here, remote) }
    expect(await here.client.call('getComparison', { params })).toMatchObject({ status: 204, body: undefined })
    expect((await here.client.call('listDifferences', { params })).body).toEqual([])
    expect(await compared(here, params.connectionId)).toMatchObject({ state: 'COMPLETED', facts: { differences: 0 } })

    await rename(remote, 'Sales', 'Changed there')
    await remote.make.aGroup('Made there')
    expect(await compared(here, params.connectionId)).toMatchObject({ state: 'COMPLETED', facts: { differences: 2 } })
    const { counts, orders, unread } =
      (await here.client.call('getComparison', { params })).body ?? expect.unreachable('nothing was compared')
    expect({ counts, orders, unread }).toEqual({
      counts: [{ kind: 'group', direction: 'unknown', count: 2 }],
      orders: [],
      unread: [],
    })
    const found = (await here.client.call('listDifferences', { params, query: { q: 'sales' } })).body
    expect(found).toMatchObject([
      {
        ...{ kind: 'group', name: 'Sales' },
        fields: [{ path: 'profile.description', ours: 'Accounts and tenders', theirs: 'Changed there' }],
      },
    ])
    const page = await here.client.call('listDifferences', { params, query: { limit: 1 } })
    const next = await here.client.follow<unknown[]>(
      /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? '',
    )
    expect([...page.body, ...next.body]).toMatchObject([{ name: 'Sales' }, { name: 'Made there', ours: null }])
  })

  it('names the list whose order differs, and what it belongs to', async () => {
    const [here, remote] = await twoSamples()
    const params = { connectionId: await connect(here, remote) }
    const policy = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Staff' })
    const rules = [await remote.make.aRule(policy, { name: 'One' }), await remote.make.aRule(policy, { name: 'Two' })]
    expect(await pulled(here, params.connectionId)).toMatchObject({ state: 'COMPLETED' })
    const { _links, ...body } = { ...rules[1], priority: 1 } as Rule
    await remote.client.call('replaceRule', { params: { policyId: policy.id, ruleId: body.id }, body: body as never })
    expect(await compared(here, params.connectionId)).toMatchObject({ state: 'COMPLETED' })
    const { orders } =
      (await here.client.call('getComparison', { params })).body ?? expect.unreachable('nothing was compared')
    const found = (await here.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
    const parentId = found.find(({ name }) => name === 'Staff')?.id
    expect(orders).toMatchObject([{ kind: 'rule', list: 'rules', parent: 'Staff', parentId }])
  })

  it('says what an engine does not have, and compares the rest', async () => {
    const [here, remote] = await Promise.all([startServer(), startServer({ engine: 'classic' })])
    const params = { connectionId: await connect(here, remote) }
    expect(await compared(here, params.connectionId)).toMatchObject({ state: 'COMPLETED' })
    const { unread, counts } =
      (await here.client.call('getComparison', { params })).body ?? expect.unreachable('nothing was compared')
    expect(unread).toContainEqual({
      kind: 'policy',
      call: 'ACCESS_POLICY',
      reason: 'the engine of the remote does not have it',
    })
    const names = (await here.client.call('listDifferences', { params, query: { kind: 'policy' } })).body
    expect(names.filter(({ name }) => name.includes('Any two factors'))).toEqual([])
    expect(counts.every(({ direction }) => direction === 'unknown')).toBe(true)
  })

  it.each(Object.keys(SHIPPED_VOCABULARIES))('with a remote that speaks %s finds nothing', async (name) => {
    const vocabulary = SHIPPED_VOCABULARIES[name] ?? null
    const here = await startServer({ sample: true })
    const remote = await startServer({ sample: true, other: true, vocabulary })
    const connectionId = await connect(here, remote, { vocabulary })
    const { state, facts, problem } = await compared(here, connectionId)
    const found = (await here.client.call('listDifferences', { params: { connectionId } })).body
    expect(
      found.map(({ kind, name: called, fields }) => [
        kind,
        called,
        fields.map(({ path, ours, theirs }) => [path, ours, theirs]),
      ]),
    ).toEqual([])
    expect({ state, facts, problem }).toEqual({ state: 'COMPLETED', facts: { differences: 0 }, problem: null })
  })

  it('is the same with a remote that refuses, is slow, fails and cuts replies now and then', async () => {
    // Each once at the most: fewer than the tries that a request has.
    const once = { path: '/api/v1/**', share: 0.2, most: 1 }
    const rules = [
      { ...once, fault: { type: 'STATUS', status: 429, retryAfterSeconds: 1 } },
      { ...once, fault: { type: 'STATUS', status: 500 } },
      { ...once, fault: { type: 'STATUS', status: 503 } },
      { ...once, fault: { type: 'CUT', bytes: 20 } },
      { ...once, fault: { type: 'SLOW', seconds: 1 } },
    ] as const
    const [here, remote] = await Promise.all([startServer(), startServer()])
    await remote.make.aGroup('Made there')
    await remote.client.call('replaceFaults', { body: { plan: { seed: 7, rules: [...rules] } } })
    const connectionId = await connect(here, remote)
    expect(await compared(here, connectionId)).toMatchObject({ state: 'COMPLETED', facts: { differences: 1 } })
    const tried = (
      await here.client.call('listConnectionRequests', { params: { connectionId }, query: { limit: 200 } })
    ).body
    expect(tried.some(({ attempt }) => attempt > 1)).toBe(true)
  })

  it('fails in one sentence where the remote cannot be read', async () => {
    const [here, remote] = await Promise.all([startServer(), startServer()])
    const connectionId = await connect(here, remote, {
      authentication: { type: 'API_TOKEN', token: `${remote.token}x` },
    })
    const { state, problem } = await compared(here, connectionId)
    expect(state).toBe('FAILED')
    expect(problem).toMatch(/^Remote: “[^”]+” \(GET \/api\/v1\/[^)]*\) .+\.$/)
    expect(problem).not.toContain(remote.token)
  })
})
