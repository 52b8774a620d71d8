import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { ObjectStep } from '#contract/sync/plan-step.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { sortLosses } from '#sync/take-back/sort-losses.ts'
import { makeDraft, type TestDraft } from '../../helpers/drafts.ts'
import { changesBetween, latestPublication, publishAll, takeBack, takeBackDraft } from '../../helpers/publications.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { applied, planned, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

const confirmation = 'Remote'
const BADGE = { badge: { title: 'Badge', type: 'string' } } as const
const custom = (properties: object) =>
  ({ definitions: { custom: { id: '#custom', type: 'object', properties } } }) as never

type Service = Pick<TestServer, 'client'>

/** Adds an attribute to the schemas of people, groups and an application, or takes it away. */
async function setBadge({ client }: Service, appId: string, properties: object): Promise<void> {
  await client.call('updateUserSchema', { params: { schemaId: 'default' }, body: custom(properties) })
  await client.call('updateGroupSchema', { body: custom(properties) })
  await client.call('updateAppUserSchema', { params: { appId }, body: custom(properties) })
}

/** A person and a group with a badge. */
async function withBadge({ client, make }: Pick<TestServer, 'client' | 'make'>, badge: string) {
  const profile = {
    firstName: badge,
    lastName: 'B',
    login: `${badge}@example.com`,
    email: `${badge}@example.com`,
    badge,
  }
  const user = (await client.call('createUser', { body: { profile } as never })).body
  const group = await make.aGroup(badge)
  const params = { groupId: group.id }
  await client.call('replaceGroup', { params, body: { profile: { name: badge, description: null, badge } } as never })
  return { userId: user.id, groupId: group.id }
}

/** The badges that there are, by who has them. */
async function badgesIn({ client }: Service, appId: string): Promise<Record<string, unknown>> {
  const badge = (profile: object) => (profile as { badge?: string }).badge
  const people = (await client.call('listUsers', { query: { search: 'profile.login sw "b"' } })).body
  const groups = (await client.call('listGroups', { query: { q: 'b' } })).body
  const ofApp = (await client.call('listAppUsers', { params: { appId } })).body
  return {
    people: people.map(({ profile }) => badge(profile)).toSorted(),
    groups: groups.map(({ profile }) => badge(profile)).toSorted(),
    app: ofApp.map(({ profile }) => badge(profile as object)),
  }
}

let here: TestServer
beforeEach(async () => {
  here = await startServer()
})

async function furnish(server: TestServer): Promise<{ appId: string; userId: string; groupId: string }> {
  const { id: appId } = await server.make.anApp('Ledger')
  await setBadge(server, appId, BADGE)
  const { userId, groupId } = await withBadge(server, 'b1')
  const assigned = { id: userId, scope: 'USER', profile: { badge: 'ofApp' } }
  await server.client.call('assignAppUser', { params: { appId }, body: assigned as never })
  return { appId, userId, groupId }
}

describe('values of an attribute that a plan has removed from a remote', () => {
  let remote: TestServer
  let connectionId = ''
  let appId = ''
  let there = ''
  beforeEach(async () => {
    remote = await startServer()
    connectionId = await connect(here, remote, { mayWrite: true })
    await pulled(here, connectionId)
    ;({ appId } = await furnish(here))
    expect((await applied(here, await planned(here, connectionId))).plan).toMatchObject({ problem: null })
    const [app] = (await remote.client.call('listApps', { query: { q: 'Ledger' } })).body
    there = app?.id ?? ''
  })

  it('are given back with it, also those of who is only there', async () => {
    await withBadge(remote, 'b2')
    const all = { people: ['b1', 'b2'], groups: ['b1', 'b2'], app: ['ofApp'] }
    expect(await badgesIn(remote, there)).toEqual(all)
    await setBadge(here, appId, { badge: null })
    const [before, remoteBefore] = [await differencesWith(here, connectionId), await readSide(httpCaller(remote))]
    const plan = await planned(here, connectionId)
    const [first] = await stepsOf(here, plan)
    expect(first).toMatchObject({ kind: 'groupSchema', notes: [expect.stringContaining('badge')] })
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    const none = [undefined, undefined]
    expect(await badgesIn(remote, there)).toEqual({ people: none, groups: none, app: [undefined] })
    const inverse = await takenBack(here, plan)
    expect(inverse.refused).toEqual([])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await badgesIn(remote, there)).toEqual(all)
    expect(changesBetween(remoteBefore, await readSide(httpCaller(remote)))).toEqual([])
    expect(await differencesWith(here, connectionId)).toEqual(before)
    expect((await planned(here, connectionId)).digest).toBe(plan.digest)
  })

  it('are given back to who is there still, and it is said of whom they are not', async () => {
    const gone = await withBadge(remote, 'b2')
    await setBadge(here, appId, { badge: null })
    const plan = await planned(here, connectionId)
    await applied(here, plan, { confirmation })
    await remote.client.call('deactivateUser', { params: { userId: gone.userId } })
    await remote.client.call('deleteUser', { params: { userId: gone.userId } })
    const inverse = await takenBack(here, plan)
    expect(inverse.refused).toEqual([
      { kind: 'user', name: 'b2@example.com', reason: 'profile.badge cannot be given back: it is gone' },
    ])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await badgesIn(remote, there)).toEqual({ people: ['b1'], groups: ['b1', 'b2'], app: ['ofApp'] })
  })

  it('go with a person whom the same plan removes, who is made again with them', async () => {
    const [own] = (await here.client.call('listUsers', { query: { q: 'b1' } })).body
    const params = { userId: own?.id ?? '' }
    await here.client.call('deactivateUser', { params })
    await here.client.call('deleteUser', { params })
    await setBadge(here, appId, { badge: null })
    const plan = await planned(here, connectionId)
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    const inverse = await takenBack(here, plan)
    expect(inverse.refused).toEqual([])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await badgesIn(remote, there)).toEqual({ people: ['b1'], groups: ['b1'], app: ['ofApp'] })
  })
})

describe('values of an attribute that a publication has removed', () => {
  async function publishWithout(appId: string, also: (draft: TestDraft) => Promise<unknown> = () => Promise.resolve()) {
    const draft = await makeDraft(here, 'Without badges')
    await setBadge(draft, appId, { badge: null })
    await also(draft)
    return publishAll(here, draft.draft)
  }

  it('are given back with it', async () => {
    const { appId } = await furnish(here)
    const before = await readSide(httpCaller(here))
    const publication = await publishWithout(appId)
    expect(await badgesIn(here, appId)).toEqual({ people: [undefined], groups: [undefined], app: [undefined] })
    await publishAll(here, await takeBackDraft(here, publication))
    expect(changesBetween(before, await readSide(httpCaller(here)))).toEqual([])
  })

  it('are given back where something else of the same person is taken back as well', async () => {
    const { appId, userId } = await furnish(here)
    const before = await readSide(httpCaller(here))
    const profile = { nickName: 'Bee' }
    const publication = await publishWithout(appId, ({ client }) =>
      client.call('updateUser', { params: { userId }, body: { profile } as never }),
    )
    await publishAll(here, await takeBackDraft(here, publication))
    expect(changesBetween(before, await readSide(httpCaller(here)))).toEqual([])
  })

  it('stay as others have set them since, and are given back to those who are only in the workspace', async () => {
    const { appId } = await furnish(here)
    const draft = await makeDraft(here, 'Without badges')
    await setBadge(draft, appId, { badge: null })
    const [{ userId }] = [await withBadge(here, 'b2'), await withBadge(here, 'b3')]
    const publication = await publishAll(here, draft.draft)
    await setBadge(here, appId, BADGE)
    await here.client.call('updateUser', { params: { userId }, body: { profile: { badge: 'newer' } } as never })
    await takeBack(here, publication)
    const { takenBackBy, leftOut } = await latestPublication(here)
    expect(leftOut.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`)).toEqual([
      'user b2@example.com: profile.badge was changed by others since, and stays as it is',
    ])
    const params = { draftId: takenBackBy ?? '' }
    await publishAll(here, (await here.client.call('getDraft', { params })).body)
    expect(await badgesIn(here, appId)).toEqual({
      people: ['b1', 'b3', 'newer'],
      groups: ['b1', 'b2', 'b3'],
      app: ['ofApp'],
    })
  })

  it('are given back to so many only, and that is said', () => {
    const schema = (properties: object) => ({
      ...{ kind: 'groupSchema', key: 'groupSchema', id: '', parent: null, call: '' },
      body: { definitions: { custom: { properties } } },
    })
    const step = {
      ...{ act: 'change', kind: 'groupSchema', name: 'Schema of groups', parent: null, difference: '', notes: [] },
      ...{ before: schema(BADGE), source: schema({}), paths: ['definitions.custom.properties.badge'], left: [] },
      isGiven: false,
    } as unknown as ObjectStep
    const lost = Array.from({ length: LIMITS.planLostValues + 1 }, () => ({ step: 1, stays: true }))
    expect(sortLosses(lost.slice(1), [{ number: 1, step }]).refused).toEqual([])
    const { values, refused } = sortLosses(lost, [{ number: 1, step }])
    expect(values).toHaveLength(LIMITS.planLostValues)
    expect(refused).toEqual([
      {
        ...{ kind: 'groupSchema', name: 'Schema of groups' },
        reason: 'more than 1,000 objects had values of badge: those of the others are not given back',
      },
    ])
  })
})
