import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { runs } from '../../helpers/runs.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { compared, connect, pulled, pullOf } from '../../helpers/sync/connections.ts'

const TYPES = ['SVC_SIGN_ON', 'PASSWORD'] as const satisfies PolicyType[]
const COUNT = 6

interface Named {
  id: string
  name: string
  priority: number
  system: boolean
}

/** The names of the policies of a type, or of the rules of a policy, in their order. */
async function namesOf({ client }: TestServer, of: PolicyType | Pick<Policy, 'id'>): Promise<string[]> {
  const { body } =
    typeof of === 'string'
      ? await client.call('listPolicies', { query: { type: of } })
      : await client.call('listRules', { params: { policyId: of.id } })
  return (body as Named[]).toSorted((a, b) => a.priority - b.priority).map(({ name }) => name)
}

describe('a pull', () => {
  let remote: TestServer
  let here: TestServer
  let connectionId: string
  /** Policies of the remote with rules, by their names. */
  const policies = new Map<string, Policy>()

  beforeAll(async () => {
    remote = await startServer({ isFirstStart: true })
    here = await startServer({ isFirstStart: true })
    connectionId = await connect(here, remote)
    for (const type of TYPES)
      for (let at = 0; at < COUNT; at += 1) {
        const name = `${type} ${at}`
        policies.set(name, await remote.make.aPolicy(type, { name }))
      }
    const first = policies.get('SVC_SIGN_ON 0') ?? expect.unreachable()
    for (let at = 0; at < COUNT; at += 1) await remote.make.aRule(first, { name: `Rule ${at}` })
    await pulled(here, connectionId)
  })

  it('leaves lists in the order of the remote, whatever was moved there', async () => {
    const rules = policies.get('SVC_SIGN_ON 0') ?? expect.unreachable()
    const listed = (await remote.client.call('listRules', { params: { policyId: rules.id } })).body
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...policies.values()]),
        fc.shuffledSubarray(listed.filter(({ system }) => !system)),
        fc.array(fc.integer({ min: 1, max: COUNT }), { minLength: 20, maxLength: 20 }),
        async (movedPolicies, movedRules, places) => {
          const next = places.values()
          const place = () => next.next().value ?? 1
          for (const { id } of movedPolicies) {
            const { body } = await remote.client.call('getPolicy', { params: { policyId: id } })
            await remote.client.call('replacePolicy', {
              params: { policyId: id },
              body: { ...body, priority: place() } as never,
            })
          }
          for (const { id } of movedRules) {
            const params = { policyId: rules.id, ruleId: id }
            const { body } = await remote.client.call('getRule', { params })
            await remote.client.call('replaceRule', { params, body: { ...body, priority: place() } as never })
          }
          expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED' })
          for (const of of [...TYPES, rules]) expect(await namesOf(here, of)).toEqual(await namesOf(remote, of))
        },
      ),
      { numRuns: runs(0.04) },
    )
  })

  it('moves one policy where one was moved to the end there', async () => {
    const before = await namesOf(remote, 'PASSWORD')
    const [first = '', ...others] = before.filter((name) => name.startsWith('PASSWORD'))
    const { id } = policies.get(first) ?? expect.unreachable()
    const { body } = await remote.client.call('getPolicy', { params: { policyId: id } })
    await remote.client.call('replacePolicy', {
      params: { policyId: id },
      body: { ...body, priority: others.length + 1 } as never,
    })
    await pulled(here, connectionId)
    expect(await namesOf(here, 'PASSWORD')).toEqual(await namesOf(remote, 'PASSWORD'))
    const { body: summary } = await here.client.call('getPull', { params: { connectionId } })
    const moved = { kind: 'policy', created: 0, changed: 0, removed: 0, moved: 1 }
    expect(summary).toMatchObject({ conflicts: 0, refused: [], counts: [moved] })
    const filter = 'eventType eq "gatehouse.connection.pull"'
    const { body: events } = await here.client.call('listLogEvents', {
      query: { filter, sortOrder: 'DESCENDING', limit: '1' },
    })
    expect(events[0]?.debugContext.debugData).toMatchObject({ kind: 'policy', created: 0, changed: 1, removed: 0 })
  })
})

describe('the order of one list', () => {
  it('is decided by itself, whatever is decided of the others, and stays open where nothing says', async () => {
    const [remote, here] = [await startServer(), await startServer()]
    const connectionId = await connect(here, remote)
    const lists = [await remote.make.aPolicy(), await remote.make.aPolicy(), await remote.make.aPolicy()] as const
    const rules = new Map<Policy, Rule[]>()
    for (const policy of lists) {
      const made: Rule[] = []
      for (const name of ['One', 'Two', 'Three']) made.push(await remote.make.aRule(policy, { name }))
      rules.set(policy, made)
    }
    await pulled(here, connectionId)
    const toTop = async ({ client }: TestServer, policy: Policy, at: number) => {
      const { _links, ...rule } = rules.get(policy)?.[at] ?? expect.unreachable('there are three')
      const params = { policyId: policy.id, ruleId: rule.id }
      await client.call('replaceRule', { params, body: { ...rule, priority: 1 } as never })
    }
    for (const policy of lists) {
      await toTop(remote, policy, 2)
      await toTop(here, policy, 1)
    }
    const orderOf = ({ id }: Policy) => `rule:order:${id}`
    const [first, second, third] = lists
    const choices = [
      { kind: 'rule' as const, difference: orderOf(first), prefer: 'remote' as const },
      { kind: 'rule' as const, difference: orderOf(second), prefer: 'workspace' as const },
    ]
    await pulled(here, connectionId, { choices })
    expect((await pullOf(here, connectionId)).conflicts).toBe(1)
    const ordered = async (policy: Policy) => (await namesOf(here, policy)).filter((name) => name !== 'Default Rule')
    expect(await ordered(first)).toEqual(['Three', 'One', 'Two'])
    expect(await ordered(second)).toEqual(['Two', 'One', 'Three'])
    expect(await ordered(third)).toEqual(['Two', 'One', 'Three'])
    await compared(here, connectionId)
    const { body } = await here.client.call('getComparison', { params: { connectionId } })
    expect(body?.orders.map(({ id, direction }) => [id, direction]).sort()).toEqual(
      [
        [orderOf(second), 'outgoing'],
        [orderOf(third), 'conflict'],
      ].sort(),
    )

    await pulled(here, connectionId, {
      choices: [
        { kind: 'rule', prefer: 'workspace' },
        { kind: 'rule', difference: orderOf(third), prefer: 'remote' },
      ],
    })
    expect(await ordered(third)).toEqual(['Three', 'One', 'Two'])
  })
})
