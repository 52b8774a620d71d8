import { expect, it } from 'vitest'
import { makeDraft, plannedDraft, published, type TestDraft } from '../../../helpers/drafts.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const rename = ({ client }: Pick<TestServer, 'client'>, { id }: { id: string }, name: string) =>
  client.call('replaceGroup', { params: { groupId: id }, body: { profile: { name } } })
const namesOf = async ({ client }: TestServer | TestDraft) =>
  (await client.call('listGroups', { query: { limit: 200 } })).body.map(({ profile }) => profile.name)

/** A draft that gives a group the name of another, which the workspace has made since; and a third one its former name. */
async function refusedOnce() {
  const server = await startServer()
  const [early, late] = [await server.make.aGroup('Early'), await server.make.aGroup('Late')]
  const draft = await makeDraft(server, 'Renamed')
  await rename(draft, early, 'Dawn')
  await rename(draft, late, 'Early')
  await draft.make.aGroup('Beside')
  const taken = await server.make.aGroup('Dawn')
  return { server, draft, taken }
}

it('what the workspace alone refuses is left out of the plan of a draft with the reason, and what needs it with it', async () => {
  const { server, draft } = await refusedOnce()
  const { plan, steps } = await plannedDraft(server, draft)
  expect(steps).toEqual(['create group Beside'])
  expect(plan.problem).toBeNull()
  expect(plan.refused.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { kind: 'group', name: 'Dawn', reason: 'profile.name: another group is named Dawn' },
    { kind: 'group', name: 'Early', reason: 'profile.name: another group is named Early' },
  ])
})

it('a draft of which the workspace refuses something is published without that only where that is asked for, and stays', async () => {
  const { server, draft } = await refusedOnce()
  const { digest } = (await plannedDraft(server, draft)).plan
  await expect(published(server, draft, { digest })).rejects.toThrow('partial: has to be true')
  expect(await namesOf(server)).not.toContain('Beside')
  expect(await published(server, draft, { digest, partial: true })).toMatchObject({
    ...{ state: 'COMPLETED', problem: null, done: 1 },
  })
  expect((await namesOf(server)).toSorted()).toEqual(expect.arrayContaining(['Beside', 'Dawn', 'Early', 'Late']))
  const left = await plannedDraft(server, draft)
  expect([left.steps, left.plan.refused.length]).toEqual([[], 2])
  await expect(published(server, draft, { digest: left.plan.digest, partial: true })).rejects.toThrow(
    'draftId: has nothing to publish',
  )
})

it('a publication that leaves out what is refused no more, or other things than were read, changes nothing', async () => {
  const { server, draft, taken } = await refusedOnce()
  const changed = 'The draft or the workspace was changed since the plan was made: nothing was changed. Plan again.'
  const first = (await plannedDraft(server, draft)).plan
  await server.client.call('deleteGroup', { params: { groupId: taken.id } })
  expect(await published(server, draft, { digest: first.digest, partial: true })).toMatchObject({
    ...{ state: 'FAILED', problem: changed },
  })
  const whole = await plannedDraft(server, draft)
  expect([whole.plan.refused, whole.steps.length]).toEqual([[], 3])
  await server.make.aGroup('Dawn')
  expect(await published(server, draft, { digest: whole.plan.digest })).toMatchObject({ state: 'FAILED' })
  expect(await namesOf(server)).not.toContain('Beside')
})

it('a policy that is refused does not keep the others from their places', async () => {
  const server = await startServer()
  const { id: policyId, type } = await server.make.aPolicy('SVC_SIGN_ON', { name: 'One' })
  const draft = await makeDraft(server, 'More policies')
  await draft.client.call('replacePolicy', { params: { policyId }, body: { type, name: 'Uno' } as never })
  await draft.make.aPolicy('SVC_SIGN_ON', { name: 'Two', priority: 1 })
  await draft.make.aPolicy('SVC_SIGN_ON', { name: 'One', priority: 1 })
  await server.make.aPolicy('SVC_SIGN_ON', { name: 'Uno' })
  const { plan, steps } = await plannedDraft(server, draft)
  expect(plan.refused.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(['policy One', 'policy Uno'])
  expect([plan.problem, steps]).toEqual([null, ['create policy Two', 'order policy Order of global session policies']])
  expect(await published(server, draft, { digest: plan.digest, partial: true })).toMatchObject({
    ...{ state: 'COMPLETED', problem: null },
  })
  const policies = (await server.client.call('listPolicies', { query: { type } })).body
  expect(policies.filter(({ system }) => !system).map(({ name }) => name)).toEqual(['Two', 'One', 'Uno'])
})
