import { beforeAll, describe, expect, it } from 'vitest'
import { soundApp } from '../../helpers/app-bodies.ts'
import type { LooseInput } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

interface Item {
  id: string
  priority: number
  system?: boolean
}

/** A list of the remote, which has the same ids here once it is pulled. */
interface List {
  readonly params: Record<string, string>
  readonly query?: Record<string, unknown>
  /** The operations that list it and replace one in it, and how that calls the id of the one. */
  readonly operations: readonly [list: string, replace: string, idParam: string]
  /** Adds one at the end. */
  readonly add: (server: TestServer, name: string) => Promise<unknown>
  /** What is other in one that is changed. */
  readonly changed: (word: string) => object
}

const KINDS = ['policy', 'rule', 'serverPolicy', 'serverRule', 'appGroup'] as const

async function listsOf({ make, client }: TestServer): Promise<Record<(typeof KINDS)[number], List>> {
  const policy = await make.aPolicy('SVC_SIGN_ON')
  const { id: authServerId } = await make.anAuthorizationServer()
  const { id: other } = await make.anAuthorizationServer()
  const { id: serverPolicyId } = await make.aServerPolicy(other)
  const app = soundApp('OPENID_CONNECT', 'Client')
  const { id: appId } = (await client.call('createApp', { body: app as never })).body
  const changed = (name: string) => ({ name })
  return {
    policy: {
      ...{
        params: {},
        query: { type: 'PASSWORD' },
        operations: ['listPolicies', 'replacePolicy', 'policyId'],
        changed,
      },
      add: (server, name) => server.make.aPolicy('PASSWORD', { name }),
    },
    rule: {
      ...{ params: { policyId: policy.id }, operations: ['listRules', 'replaceRule', 'ruleId'], changed },
      add: (server, name) => server.make.aRule(policy, { name }),
    },
    serverPolicy: {
      ...{ params: { authServerId }, operations: ['listServerPolicies', 'replaceServerPolicy', 'policyId'], changed },
      add: (server, name) => server.make.aServerPolicy(authServerId, { name }),
    },
    serverRule: {
      ...{ params: { authServerId: other, policyId: serverPolicyId }, changed },
      operations: ['listServerRules', 'replaceServerRule', 'ruleId'],
      add: (server, name) => server.make.aServerRule(other, serverPolicyId, { name }),
    },
    appGroup: {
      ...{ params: { appId }, operations: ['listAppGroups', 'assignAppGroup', 'groupId'] },
      changed: (locality) => ({ profile: { locality } }),
      add: async (server, name) => {
        const params = { appId, groupId: (await server.make.aGroup(name)).id }
        await server.client.call('assignAppGroup', { params, body: {} })
      },
    },
  }
}

const call = ({ client }: TestServer, operation: string, input: LooseInput) =>
  (client.call as unknown as (id: string, input: LooseInput) => Promise<{ body: unknown }>)(operation, input)

/** In its order, without what stands at its end always. */
async function itemsOf(server: TestServer, { params, query, operations: [list] }: List): Promise<Item[]> {
  const { body } = await call(server, list, { params, ...(query && { query }) })
  return (body as Item[]).filter(({ system }) => !system).toSorted((a, b) => a.priority - b.priority)
}

/** Changes the one at a place of a list. */
async function change(server: TestServer, list: List, at: number, over: object): Promise<void> {
  const item = (await itemsOf(server, list))[at] ?? expect.unreachable('there is none')
  const [, operation, idParam] = list.operations
  const params = { ...list.params, [idParam]: item.id }
  const { _links, ...body } = { ...item, ...over } as Item & { _links?: unknown }
  await call(server, operation, { params, body, headers: { Prefer: 'handling=lenient' } })
}

const idsOf = async (server: TestServer, list: List) => (await itemsOf(server, list)).map(({ id }) => id)

describe('a plan that changes something in a list that was put in another order there', () => {
  let [remote, here] = [] as unknown as [TestServer, TestServer]
  let connectionId = ''
  let lists = {} as Awaited<ReturnType<typeof listsOf>>

  beforeAll(async () => {
    ;[remote, here] = await Promise.all([startServer(), startServer()])
    connectionId = await connect(here, remote, { mayWrite: true })
    lists = await listsOf(remote)
    for (const kind of KINDS) for (const name of ['A', 'B', 'C']) await lists[kind].add(remote, `${kind} ${name}`)
    await pulled(here, connectionId)
  })

  it.each(KINDS)('leaves that order to the remote, with something new in the list too: %s', async (kind) => {
    const list = lists[kind]
    await pulled(here, connectionId)
    for (const isNew of [false, true]) {
      await change(remote, list, 0, { priority: 3 })
      await change(here, list, 0, list.changed(isNew ? 'Changed again' : 'Changed'))
      if (isNew) await list.add(here, `${kind} New`)
      const plan = await planned(here, connectionId)
      expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', problem: null, refused: [] })
      const order = await idsOf(remote, list)
      expect(await differencesWith(here, connectionId)).toEqual([
        expect.stringMatching(new RegExp(`^incoming order of ${kind} `)),
      ])
      for (const prefer of ['remote', 'workspace'] as const)
        expect(stepLines(await stepsOf(here, await planned(here, connectionId, { prefer })))).toEqual([])
      await pulled(here, connectionId)
      expect(await idsOf(remote, list)).toEqual(order)
      expect(await differencesWith(here, connectionId)).toEqual([])
    }
  })

  it('leaves it to the remote also where what is new stands behind what both sides have made since, which nothing was agreed on yet', async () => {
    const list = lists.policy
    await pulled(here, connectionId)
    for (const side of [here, remote]) await list.add(side, 'Of both')
    await list.add(here, 'Behind it')
    await change(remote, list, 0, { priority: 3 })
    const { plan } = await applied(here, await planned(here, connectionId))
    expect(plan).toMatchObject({ state: 'APPLIED', problem: null, steps: 2 })
    expect(await differencesWith(here, connectionId)).toContain('incoming order of policy PASSWORD')
    const again = await planned(here, connectionId, { prefer: 'workspace' })
    expect(stepLines(await stepsOf(here, again))).toEqual([])
  })
})
