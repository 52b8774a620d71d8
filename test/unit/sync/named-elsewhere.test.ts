import { beforeEach, describe, expect, it } from 'vitest'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { SnapshotBuilder, toSyncObject } from '#sync/snapshot.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

/*
 * An id can mean one object here and another one at the remote, once a person has paired what has it with something else.
 */

let here: TestServer
let remote: TestServer
let connectionId = ''

beforeEach(async () => {
  ;[here, remote] = await Promise.all([startServer(), startServer()])
  connectionId = await connect(here, remote, { mayWrite: true })
})

const pair = (ours: string, theirs: string) =>
  here.client.call('pairObjects', { params: { connectionId }, body: { kind: 'group', ours, theirs } })
const conditionsOn = (...include: string[]) => ({ conditions: { people: { groups: { include } } } })
const policyNamed = async ({ client }: TestServer, name: string) =>
  (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body.find((one) => one.name === name)
const groupsIn = (policy: object | undefined) =>
  (policy as { conditions?: { people?: { groups?: { include?: string[] } } } }).conditions?.people?.groups?.include
const groupNamed = async ({ client }: TestServer, name: string) =>
  (await client.call('listGroups', { query: { q: name } })).body.find(({ profile }) => profile.name === name)?.id

describe('an id that the remote calls another object by than the workspace', () => {
  it('is not taken for that by a pull: what names it waits for its own object', async () => {
    const [sales, staff] = [(await remote.make.aGroup('Sales')).id, (await remote.make.aGroup('Staff')).id]
    await pulled(here, connectionId)
    await pair(sales, staff)
    await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Night', ...conditionsOn(sales) })
    // A group of that name is here, so that theirs cannot come.
    await pulled(here, connectionId)
    expect(await policyNamed(here, 'Night')).toBeUndefined()
    const { refused } = await pullOf(here, connectionId)
    expect(refused).toContainEqual({
      ...{ kind: 'policy', name: 'Night' },
      reason: 'it names the group “Sales” of the remote, which is not here: that id is of another group here',
    })
    await remote.client.call('replaceGroup', { params: { groupId: sales }, body: { profile: { name: 'Traders' } } })
    await pulled(here, connectionId)
    const traders = await groupNamed(here, 'Traders')
    expect((await pullOf(here, connectionId)).refused).toEqual([])
    expect(traders).not.toBe(sales)
    expect(groupsIn(await policyNamed(here, 'Night'))).toEqual([traders])
  })

  it('is not written to the remote by a plan in place of one that is here no more', async () => {
    const { id: sales } = await remote.make.aGroup('Sales')
    const { id: staff } = await remote.make.aGroup('Staff')
    const { id: policyId } = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Night', ...conditionsOn(staff) })
    await pulled(here, connectionId)
    const { body } = await here.client.call('getPolicy', { params: { policyId } })
    await here.client.call('replacePolicy', {
      params: { policyId },
      body: { ...body, ...conditionsOn(sales, staff) } as never,
    })
    await here.client.call('deleteGroup', { params: { groupId: sales } })
    expect(groupsIn(await policyNamed(here, 'Night'))).toEqual([sales, staff])
    await pair((await here.make.aGroup('Crew')).id, sales)
    const plan = await planned(here, connectionId)
    expect(stepLines(await stepsOf(here, plan)).filter((line) => line.includes('policy'))).toEqual([])
    expect(plan.refused).toContainEqual({
      ...{ kind: 'policy', name: 'Night' },
      reason: `it names ${sales}, which is not there any more`,
    })
  })

  it('makes nothing the same that relates to it', () => {
    const side = (...people: string[]) => {
      const made = new SnapshotBuilder()
      const group = toSyncObject('group', { id: 'g', profile: { name: 'Crew' } })
      made.add(group)
      for (const id of people) {
        made.add(toSyncObject('user', { id, profile: { login: id } }))
        made.add(toSyncObject('groupMembership', { id }, { parent: group }))
      }
      return made
    }
    const { pairing, differences } = compareSnapshots({
      ...{ ours: side('one'), theirs: side('one', 'two') },
      given: new Map([['user', new Map([['two', 'one']])]]),
    })
    expect([...(pairing.ours.get('groupMembership') ?? [])]).toEqual([['g/two', 'g/one']])
    expect(differences.filter(({ kind }) => kind === 'groupMembership')).toMatchObject([
      { ours: null, theirs: { id: 'one' } },
    ])
  })
})

it('an id that neither side knows is not added to the remote, and stays where both name it', async () => {
  const { id: staff } = await remote.make.aGroup('Staff')
  const { id: policyId } = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Night', ...conditionsOn(staff) })
  await pulled(here, connectionId)
  const { body } = await here.client.call('getPolicy', { params: { policyId } })
  const { id: own } = await here.make.aGroup('Own')
  const replace = (change: object) =>
    here.client.call('replacePolicy', { params: { policyId }, body: { ...body, ...change } as never })
  await replace(conditionsOn(own, staff))
  await here.client.call('deleteGroup', { params: { groupId: own } })
  const refused = await planned(here, connectionId)
  expect(stepLines(await stepsOf(here, refused))).toEqual([])
  expect(refused.refused).toEqual([
    { kind: 'policy', name: 'Night', reason: `it names ${own}, which is not there any more` },
  ])
  await replace({ description: 'Late' })
  await here.client.call('deleteGroup', { params: { groupId: staff } })
  await remote.client.call('deleteGroup', { params: { groupId: staff } })
  expect(await differencesWith(here, connectionId)).toEqual([
    expect.stringMatching(/^outgoing policy Night: description/),
  ])
  expect(stepLines(await stepsOf(here, await planned(here, connectionId)))).toEqual(['change policy Night'])
})
