import { expect, it } from 'vitest'
import { soundApp } from '../../helpers/app-bodies.ts'
import { startServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

it('a person whom a plan has removed is gone with the assignments to applications, also where only what has changed is read', async () => {
  const [here, remote] = await Promise.all([startServer(), startServer()])
  const { id: userId, profile } = await remote.make.aUser()
  const app = soundApp('BOOKMARK', 'Wiki')
  const { id: appId } = (await remote.client.call('createApp', { body: app as never })).body
  await remote.client.call('assignAppUser', { params: { appId }, body: { id: userId, scope: 'USER' } })
  const connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
  await here.client.call('deactivateUser', { params: { userId } })
  await here.client.call('deleteUser', { params: { userId } })
  const plan = await planned(here, connectionId)
  expect(stepLines(await stepsOf(here, plan))).toEqual([`remove user ${profile.login}`])
  const { plan: after } = await applied(here, plan, { confirmation: 'Remote' })
  expect(after).toMatchObject({ state: 'APPLIED', problem: null })
  expect((await remote.client.call('listAppUsers', { params: { appId } })).body).toEqual([])
  expect(await differencesWith(here, connectionId)).toEqual([])
  expect((await planned(here, connectionId)).steps).toBe(0)
  await pulled(here, connectionId)
  expect(await differencesWith(here, connectionId)).toEqual([])
})
