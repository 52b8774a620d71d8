import { beforeEach, describe, expect, it } from 'vitest'
import { soundApp } from '../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

const confirmation = 'Remote'

let here: TestServer
let remote: TestServer
let connectionId = ''
let ids: { userId: string; groupId: string; appId: string }

/** A person who is a member and an owner of a group, and has an application, as both sides have it. */
beforeEach(async () => {
  ;[here, remote] = await Promise.all([startServer(), startServer()])
  const { client, make } = remote
  const [user, group] = [await make.aUser({ login: 'ada@example.com' }), await make.aGroup('Payroll')]
  const { id: appId } = (await client.call('createApp', { body: soundApp('BOOKMARK', 'Wiki') as never })).body
  ids = { userId: user.id, groupId: group.id, appId }
  await client.call('addGroupMember', { params: ids })
  await client.call('addGroupOwner', { params: ids, body: { id: user.id, type: 'USER' } })
  await client.call('assignAppUser', { params: { appId }, body: { id: user.id, scope: 'USER' } })
  connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
})

async function remove({ client }: TestServer): Promise<void> {
  await client.call('deactivateUser', { params: ids })
  await client.call('deleteUser', { params: ids })
}

const change = ({ client }: TestServer) =>
  client.call('updateUser', { params: ids, body: { profile: { nickName: 'Changed' } } as never })

/** What relates the person to others. */
async function relationsIn({ client }: TestServer) {
  const [user] = (await client.call('listUsers', { query: { search: 'profile.login eq "ada@example.com"' } })).body
  const members = (await client.call('listGroupMembers', { params: ids })).body
  const owners = (await client.call('listGroupOwners', { params: ids })).body
  const assigned = (await client.call('listAppUsers', { params: ids })).body
  return {
    nickName: (user?.profile as { nickName?: string } | undefined)?.nickName,
    members: members.map(({ id }) => id === user?.id),
    owners: owners.map(({ id }) => id === user?.id),
    assigned: assigned.map(({ id }) => id === user?.id),
  }
}

const ALL = { nickName: 'Changed', members: [true], owners: [true], assigned: [true] }
const NONE = { nickName: undefined, members: [], owners: [], assigned: [] }

describe('a person whom one side has deleted and the other one changed', () => {
  it('stays at the remote with memberships and assignments by a plan in which the remote wins', async () => {
    await change(remote)
    await remove(here)
    const plan = await planned(here, connectionId, { prefer: 'remote' })
    expect([plan.refused, stepLines(await stepsOf(here, plan))]).toEqual([[], []])
    expect(await relationsIn(remote)).toEqual(ALL)
  })

  it('is gone from the remote with them by a plan in which the workspace wins', async () => {
    await change(remote)
    await remove(here)
    const plan = await planned(here, connectionId, { prefer: 'workspace' })
    expect(stepLines(await stepsOf(here, plan))).toEqual(['remove user ada@example.com'])
    await applied(here, plan, { confirmation })
    expect(await relationsIn(remote)).toEqual(NONE)
  })

  it('comes back with them by a pull in which the remote wins', async () => {
    await change(remote)
    await remove(here)
    await pulled(here, connectionId, { prefer: 'remote' })
    expect((await pullOf(here, connectionId)).refused).toEqual([])
    expect(await relationsIn(here)).toEqual(ALL)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('stays here with them by a pull in which the workspace wins, and comes back at the remote by a plan', async () => {
    await change(here)
    await remove(remote)
    await pulled(here, connectionId, { prefer: 'workspace' })
    expect(await relationsIn(here)).toEqual(ALL)
    const plan = await planned(here, connectionId, { prefer: 'workspace' })
    expect(plan.refused).toEqual([])
    expect((await applied(here, plan)).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await relationsIn(remote)).toEqual(ALL)
  })

  it('is open with them until it is decided', async () => {
    await change(remote)
    await remove(here)
    const plan = await planned(here, connectionId)
    expect(plan).toMatchObject({ steps: 0, conflicts: 1 })
  })

  it('says of a choice for a membership that it goes the way of the person', async () => {
    await change(remote)
    await remove(here)
    const difference = `groupMembership:${ids.groupId}/${ids.userId}`
    const choices = [{ kind: 'groupMembership', difference, prefer: 'workspace' }] as const
    const plan = await planned(here, connectionId, { prefer: 'remote', choices: [...choices] })
    expect(plan.refused).toEqual([
      {
        ...{ kind: 'groupMembership', name: 'ada@example.com' },
        reason:
          'the choice for it has no effect: it goes the way of the person “ada@example.com”, which stays as it is at the remote',
      },
    ])
  })
})
