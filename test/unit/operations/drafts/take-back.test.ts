import { beforeEach, expect, it } from 'vitest'
import type { OrderStep } from '#contract/sync/plan-step.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { withClosedWorkspace } from '#cli/closed-workspace.ts'
import { publicationSteps } from '#db/tables/publications.ts'
import { keepPublication, listPublications } from '#operations/drafts/publications.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { draftClient, makeDraft } from '../../../helpers/drafts.ts'
import {
  changesBetween,
  latestPublication,
  linesOfPlan,
  publishAll,
  takeBack,
  takeBackDraft,
} from '../../../helpers/publications.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { httpCaller } from '../../../helpers/sync/http-caller.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const ORDER: OrderStep = {
  ...{ act: 'order', kind: 'rule', name: 'Order', parent: null, notes: [] },
  ...{ above: null, list: '', wanted: [], before: [] },
}
const groupBody = (name: string, description: string | null = null) => ({ profile: { name, description } })
const stateOf = (one: TestServer) => readSide(httpCaller(one))

async function rulesOf({ client }: Pick<TestServer, 'client'>, policyId: string) {
  const rules = (await client.call('listRules', { params: { policyId } })).body
  return rules.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0)).map(({ name }) => name)
}

it('what a publication has made, changed, removed and put in order is as before once the draft that takes it back is published', async () => {
  const { client, make } = server
  const [changed, goes] = [await make.aGroup('Changed'), await make.aGroup('Goes')]
  const member = await make.aUser({}, [goes.id])
  const app = await make.anApp('Goes too')
  await client.call('assignAppGroup', { params: { appId: app.id, groupId: changed.id }, body: {} })
  await client.call('assignAppUser', { params: { appId: app.id }, body: { id: member.id } })
  const going = await make.aPolicy('SVC_SIGN_ON', { name: 'Goes with its rules' })
  for (const name of ['A', 'B', 'C']) await make.aRule(going, { name })
  const ordered = await make.aPolicy('SVC_SIGN_ON', { name: 'Ordered anew' })
  const rules = []
  for (const name of ['One', 'Two', 'Three']) rules.push(await make.aRule(ordered, { name }))
  const before = await stateOf(server)

  const draft = await makeDraft(server, 'Tighten')
  const there = draft.client
  await there.call('replaceGroup', { params: { groupId: changed.id }, body: groupBody('Renamed', 'new') })
  await there.call('deleteGroup', { params: { groupId: goes.id } })
  await there.call('deactivateApp', { params: { appId: app.id } })
  await there.call('deleteApp', { params: { appId: app.id } })
  await there.call('deletePolicy', { params: { policyId: going.id } })
  const made = await draft.make.aPolicy('SVC_SIGN_ON', { name: 'Made' })
  await draft.make.aRule(made, { name: 'Of the made one' })
  await draft.make.aUser({}, [(await draft.make.aGroup('Made')).id, changed.id])
  const [, second, third] = rules
  const at = (ruleId = '') => ({ params: { policyId: ordered.id, ruleId } })
  await there.call('replaceRule', { ...at(third?.id), body: { ...third, priority: 1 } as never })
  await there.call('deleteRule', at(second?.id))
  const publication = await publishAll(server, draft.draft)
  const published = await stateOf(server)
  expect(publication).toMatchObject({
    name: 'Tighten',
    draftId: draft.draft.id,
    takenBackBy: null,
    takenBackIn: null,
    leftOut: [],
  })
  expect(publication.counts.reduce((sum, { count }) => sum + count, 0)).toBe(publication.steps)

  const back = await takeBackDraft(server, publication)
  expect(back).toMatchObject({ name: 'Take back Tighten' })
  expect(await latestPublication(server)).toMatchObject({ takenBackBy: back.id, leftOut: [] })
  expect(changesBetween(published, await stateOf(server))).toEqual([])
  const inverse = await publishAll(server, back)
  expect(changesBetween(before, await stateOf(server))).toEqual([])
  expect(await rulesOf(server, going.id)).toEqual(['A', 'B', 'C'])
  expect(await rulesOf(server, ordered.id)).toEqual(['One', 'Two', 'Three'])
  expect((await client.call('getGroup', { params: { groupId: goes.id } })).body.profile.name).toBe('Goes')
  expect(await latestPublication(server)).toMatchObject({ name: 'Take back Tighten', id: inverse.id })
  const first = (await client.call('getPublication', { params: { publicationId: publication.id } })).body
  expect(first).toMatchObject({ takenBackBy: null, takenBackIn: inverse.id })

  await publishAll(server, await takeBackDraft(server, inverse))
  expect(changesBetween(published, await stateOf(server))).toEqual([])
})

it('what was changed since is left as it is and told, and the rest is taken back', async () => {
  const { client, make } = server
  const [one, two] = [await make.aGroup('One'), await make.aGroup('Two')]
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Ordered' })
  const rules = []
  for (const name of ['A', 'B', 'C']) rules.push(await make.aRule(policy, { name }))
  const draft = await makeDraft(server, 'Busy')
  for (const { id, profile } of [one, two])
    await draft.client.call('replaceGroup', { params: { groupId: id }, body: groupBody(profile.name, 'of the draft') })
  const [first, , last] = rules
  const move = (at: Pick<TestServer, 'client'>, rule = first, priority = 1) =>
    at.client.call('replaceRule', {
      params: { policyId: policy.id, ruleId: rule?.id ?? '' },
      body: { ...rule, priority } as never,
    })
  await move(draft, last)
  const publication = await publishAll(server, draft.draft)
  await client.call('replaceGroup', { params: { groupId: two.id }, body: groupBody('Two', 'changed since') })
  await move(server, first, 1)
  const back = await takeBackDraft(server, publication)
  const { leftOut } = await latestPublication(server)
  expect(leftOut).toEqual([
    { kind: 'rule', name: 'Ordered', reason: 'its order was changed since the draft was published' },
    {
      ...{ kind: 'group', name: 'Two' },
      reason: 'it was changed since the draft was published: profile.description',
    },
  ])
  expect((await linesOfPlan(server, back)).lines).toEqual(['change group One'])
})

it('names are free again, and what can be made again no more is told', async () => {
  const { client, make } = server
  const group = await make.aGroup('Payroll')
  const draft = await makeDraft(server, 'Remove')
  await draft.client.call('deleteGroup', { params: { groupId: group.id } })
  await draft.make.aGroup('Beside')
  const publication = await publishAll(server, draft.draft)
  await make.aGroup('Payroll')
  await makeDraft(server, 'take back Remove')
  const back = await takeBackDraft(server, publication)
  expect(back.name).toBe('Take back Remove 2')
  expect((await linesOfPlan(server, back)).lines).toEqual(['remove group Beside'])
  expect((await latestPublication(server)).leftOut).toEqual([
    { kind: 'group', name: 'Payroll', reason: 'it is there already, made since the draft was published' },
  ])
  const again = await client.refused('takeBackPublication', { params: { publicationId: publication.id } })
  expect(JSON.stringify(again.body)).toContain('is taken back by the draft Take back Remove 2 already')
  await client.call('deleteDraft', { params: { draftId: back.id } })
  expect((await takeBackDraft(server, publication)).name).toBe('Take back Remove 2')
})

it('a publication of which nothing is left makes no draft', async () => {
  const { client, make } = server
  const { id: groupId } = await make.aGroup('Changed')
  const draft = await makeDraft(server, 'Once')
  await draft.client.call('replaceGroup', { params: { groupId }, body: groupBody('Changed', 'draft') })
  const publication = await publishAll(server, draft.draft)
  await client.call('replaceGroup', { params: { groupId }, body: groupBody('Changed', 'since') })
  expect(await takeBack(server, publication)).toMatchObject({
    state: 'FAILED',
    problem:
      'Nothing can be taken back: what it has changed is another by now, such as the group “Changed”: it was changed since the draft was published: profile.description.',
  })
  await client.call('replaceGroup', { params: { groupId }, body: groupBody('Changed') })
  expect(await takeBack(server, publication)).toMatchObject({
    ...{ state: 'FAILED', problem: 'Nothing is left to take back: all is as it was before.' },
  })
  expect((await client.call('listDrafts', {})).body).toEqual([])
  expect((await latestPublication(server)).takenBackBy).toBeNull()
})

it('the draft says of itself what was done in it and why, and the log of the workspace what it takes back', async () => {
  const draft = await makeDraft(server, 'Told')
  await draft.make.aGroup('Made')
  const publication = await publishAll(server, draft.draft)
  const back = await takeBackDraft(server, publication)
  expect(back.changes).toBe(1)
  const own = draftClient(server, back)
  const filter = 'eventType sw "group.lifecycle"'
  const [removed] = (await own.call('listLogEvents', { query: { filter, sortOrder: 'DESCENDING' } })).body
  expect(removed).toMatchObject({ eventType: 'group.lifecycle.delete' })
  const noted = (
    await server.client.call('listLogEvents', { query: { filter: 'eventType eq "gatehouse.draft.take_back"' } })
  ).body
  expect(noted.map(({ target }) => target?.map(({ displayName }) => displayName))).toEqual([['Take back Told', 'Told']])
})

it('the newest twenty publications are kept', async () => {
  await server.stop()
  const kept = await withClosedWorkspace(server.dataFile, '', async (service) => {
    const at = { created: service.now(), lastUpdated: service.now() }
    const draft = { id: 'dft1', name: '', createdBy: { id: 'x', name: 'x' }, position: null, ...at }
    const journal = { isWritten: false, former: null, after: null, list: null, agreed: { row: null, places: [] } }
    const done = { digest: '', counts: [], steps: [{ step: ORDER, journal }], losses: [] }
    for (let number = 1; number <= 22; number += 1)
      await service.write(systemContext(), (tx) => keepPublication(tx, { ...draft, name: `${number}` }, done))
    expect(await publicationSteps.count(service.reader)).toBe(20)
    return (await listPublications(service.reader, { limit: 50 })).items.map(({ name }) => name)
  })
  expect(kept).toEqual(Array.from({ length: 20 }, (_, at) => `${22 - at}`))
})
