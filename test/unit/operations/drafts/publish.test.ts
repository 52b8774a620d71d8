import { expect, it } from 'vitest'
import type { DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import { makeDraft, plannedDraft, published } from '../../../helpers/drafts.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { ended } from '../../../helpers/sync/connections.ts'

const namesOf = async ({ client }: Pick<TestServer, 'client'>) =>
  (await client.call('listGroups', { query: { limit: 200 } })).body.map(({ profile }) => profile.name)
const draftsOf = async ({ client }: TestServer) => (await client.call('listDrafts', {})).body.map(({ name }) => name)

it('what a draft has changed comes to the workspace in one transaction, with the draft as its reason; then the draft is gone', async () => {
  const server = await startServer()
  const stays = await server.make.aGroup('Stays')
  const goes = await server.make.aGroup('Goes')
  const draft = await makeDraft(server, 'Tighten Payroll')
  const made = await draft.make.aGroup('Made in the draft')
  await draft.client.call('deleteGroup', { params: { groupId: goes.id } })
  await server.client.call('replaceGroup', {
    params: { groupId: stays.id },
    body: { profile: { name: 'Stays', description: 'Changed in the workspace' } },
  })

  const { plan, steps } = await plannedDraft(server, draft)
  expect(steps).toEqual(['create group Made in the draft', 'remove group Goes'])
  expect(plan).toMatchObject({ steps: 2, conflicts: 0, refused: [], problem: null, needsConfirmation: true })
  expect(await namesOf(server)).toEqual(expect.arrayContaining(['Stays', 'Goes']))

  const { digest } = plan
  const refused = published(server, draft, { digest })
  await expect(refused).rejects.toThrow(
    /confirmation: has to be the name of the draft, Tighten Payroll: .*removes objects/,
  )
  expect(await published(server, draft, { digest, confirmation: 'Tighten Payroll' })).toMatchObject({
    ...{ type: 'draftPublication', state: 'COMPLETED', problem: null, done: 2 },
  })
  const names = await namesOf(server)
  expect(names).toEqual(expect.arrayContaining(['Stays', 'Made in the draft']))
  expect(names).not.toContain('Goes')
  const group = (await server.client.call('getGroup', { params: { groupId: made.id } })).body
  expect(group.profile.name).toBe('Made in the draft')
  const kept = (await server.client.call('getGroup', { params: { groupId: stays.id } })).body
  expect(kept.profile.description).toBe('Changed in the workspace')
  expect(await draftsOf(server)).toEqual([])

  const filter = 'eventType sw "group.lifecycle" or eventType eq "gatehouse.draft.publish"'
  const events = (await server.client.call('listLogEvents', { query: { filter, sortOrder: 'DESCENDING', limit: 3 } }))
    .body
  expect(events.map(({ eventType }) => eventType).sort()).toEqual([
    ...['gatehouse.draft.publish', 'group.lifecycle.create', 'group.lifecycle.delete'],
  ])
  expect(new Set(events.map(({ transaction }) => transaction?.id)).size).toBe(1)
  const [version] = (await server.client.call('listVersions', { query: { kind: 'group', id: made.id } })).body
  expect(version?.reason).toBe('Draft “Tighten Payroll”')
})

it('what both have changed is left open, and stays with the draft, unless it is said who wins', async () => {
  const server = await startServer()
  const { id: groupId } = await server.make.aGroup('Both')
  const draft = await makeDraft(server, 'Both ways')
  const describe = (one: Pick<TestServer, 'client'>, description: string) =>
    one.client.call('replaceGroup', { params: { groupId }, body: { profile: { name: 'Both', description } } })
  await describe(draft, 'Of the draft')
  await describe(server, 'Of the workspace')
  await draft.make.aGroup('Beside')
  const descriptionOf = async () =>
    (await server.client.call('getGroup', { params: { groupId } })).body.profile.description

  const open = await plannedDraft(server, draft)
  expect([open.plan.conflicts, open.steps]).toEqual([1, ['create group Beside']])
  expect(await published(server, draft, { digest: open.plan.digest })).toMatchObject({ state: 'COMPLETED' })
  expect([await descriptionOf(), await draftsOf(server)]).toEqual(['Of the workspace', ['Both ways']])

  const { plan, steps } = await plannedDraft(server, draft, { prefer: 'draft' })
  expect([plan.conflicts, steps]).toEqual([0, ['change group Both']])
  expect(await published(server, draft, { digest: plan.digest })).toMatchObject({ state: 'COMPLETED' })
  expect([await descriptionOf(), await draftsOf(server)]).toEqual(['Of the draft', []])
})

it('a publication whose draft or workspace was changed since it was planned changes nothing', async () => {
  const server = await startServer()
  const draft = await makeDraft(server, 'Late')
  await draft.make.aGroup('First')
  const { plan } = await plannedDraft(server, draft)
  await draft.make.aGroup('Second')
  const job = await published(server, draft, { digest: plan.digest })
  expect(job).toMatchObject({
    state: 'FAILED',
    problem: 'The draft or the workspace was changed since the plan was made: nothing was changed. Plan again.',
  })
  expect(await namesOf(server)).not.toContain('First')
  await expect(published(server, draft, { digest: 'another' })).rejects.toThrow(
    'digest: is not that of the latest plan',
  )
  const other = await makeDraft(server, 'Not planned')
  await expect(published(server, other, { digest: plan.digest })).rejects.toThrow('draftId: was not planned lately')
})

it('what names something that is gone from the workspace is refused, and left out with the draft only where that is asked for', async () => {
  const server = await startServer()
  const group = await server.make.aGroup('Gone soon')
  const draft = await makeDraft(server, 'Dangling')
  await draft.make.aPolicy('SVC_SIGN_ON', {
    name: 'For who is gone',
    conditions: { people: { groups: { include: [group.id] } } },
  })
  await draft.make.aGroup('Beside')
  await server.client.call('deleteGroup', { params: { groupId: group.id } })
  const { plan, steps } = await plannedDraft(server, draft)
  expect(steps).toEqual(['create group Beside'])
  const named = 'it names the group “Gone soon”, which the workspace does not have'
  expect(plan.refused[0]).toEqual({ kind: 'policy', name: 'For who is gone', reason: named })
  await expect(published(server, draft, { digest: plan.digest })).rejects.toThrow('partial: has to be true')
  expect(await published(server, draft, { digest: plan.digest, partial: true })).toMatchObject({ state: 'COMPLETED' })
  expect(await namesOf(server)).toContain('Beside')
  expect(await draftsOf(server)).toEqual(['Dangling'])
})

it('a draft is brought up to date with what the workspace has changed since, and keeps its own changes', async () => {
  const server = await startServer()
  const shared = await server.make.aGroup('Shared')
  const draft = await makeDraft(server, 'Behind')
  await draft.make.aGroup('Of the draft')
  await server.make.aGroup('Of the workspace')
  const describe = (one: Pick<TestServer, 'client'>, description: string) =>
    one.client.call('replaceGroup', {
      ...{ params: { groupId: shared.id }, body: { profile: { name: 'Shared', description } } },
    })
  const rebased = async (body: DraftPlanRequest = {}) => {
    const asked = await server.client.call('rebaseDraft', { params: { draftId: draft.draft.id }, body })
    return ended(server, asked.body.id)
  }
  expect(await rebased()).toMatchObject({ type: 'draftRebase', state: 'COMPLETED', facts: { steps: 1 } })
  expect(await namesOf(draft)).toEqual(expect.arrayContaining(['Of the draft', 'Of the workspace']))
  expect(await namesOf(server)).not.toContain('Of the draft')
  expect((await plannedDraft(server, draft)).steps).toEqual(['create group Of the draft'])

  await describe(draft, 'Of the draft')
  await describe(server, 'Of the workspace')
  expect(await rebased()).toMatchObject({
    ...{
      state: 'FAILED',
      problem:
        '1 object or list was changed in the draft and in the workspace: say who wins, for all (prefer) or one by one (choices). A plan of the draft names them.',
      facts: { conflicts: 1 },
    },
  })
  expect((await plannedDraft(server, draft)).plan.conflicts).toBe(1)
  expect(await rebased({ prefer: 'draft' })).toMatchObject({ state: 'COMPLETED', facts: { steps: 0 } })
  const { plan, steps } = await plannedDraft(server, draft)
  expect([plan.conflicts, steps]).toEqual([0, ['create group Of the draft', 'change group Shared']])
  await describe(server, 'Later')
  expect(await rebased({ prefer: 'workspace' })).toMatchObject({ state: 'COMPLETED', facts: { steps: 1 } })
  const there = (await draft.client.call('getGroup', { params: { groupId: shared.id } })).body
  expect(there.profile.description).toBe('Later')
  expect((await plannedDraft(server, draft)).steps).toEqual(['create group Of the draft'])
})

it('what comes along with something new, such as the scopes of an authorization server, is the same in a draft that was brought up to date', async () => {
  const server = await startServer()
  const draft = await makeDraft(server, 'With a server')
  await draft.make.aGroup('Of the draft')
  const { id: authServerId } = await server.make.anAuthorizationServer('Of the workspace')
  const params = { draftId: draft.draft.id }
  const asked = await server.client.call('rebaseDraft', { params, body: {} })
  expect(await ended(server, asked.body.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  const scopesOf = async ({ client }: Pick<TestServer, 'client'>) =>
    (await client.call('listServerScopes', { params: { authServerId } })).body.map(({ name }) => name).sort()
  expect(await scopesOf(draft)).toEqual(await scopesOf(server))
  const { plan, steps } = await plannedDraft(server, draft)
  expect([plan.refused, steps]).toEqual([[], ['create group Of the draft']])
  expect(await published(server, draft, { digest: plan.digest })).toMatchObject({ state: 'COMPLETED', problem: null })
  expect(await draftsOf(server)).toEqual([])
})

it('what was deleted in a draft and made again under the same name stays what it was in the workspace, with what the draft has given it', async () => {
  const server = await startServer()
  const group = await server.make.aGroup('Made again')
  const person = await server.make.aUser({}, [group.id])
  const draft = await makeDraft(server, 'Again')
  await draft.client.call('deleteGroup', { params: { groupId: group.id } })
  const { id } = await draft.make.aGroup('Made again')
  await draft.client.call('replaceGroup', {
    ...{ params: { groupId: id }, body: { profile: { name: 'Made again', description: 'New' } } },
  })
  const { plan, steps } = await plannedDraft(server, draft)
  expect([plan.problem, steps]).toEqual([
    null,
    ['change group Made again', `remove groupMembership ${person.profile.login}`],
  ])
  const job = await published(server, draft, { digest: plan.digest, confirmation: 'Again' })
  expect(job).toMatchObject({ state: 'COMPLETED', problem: null })
  const there = (await server.client.call('getGroup', { params: { groupId: group.id } })).body
  expect(there.profile.description).toBe('New')
})

it('a publication that takes access away by now, as its plan did not, changes nothing unless that was confirmed', async () => {
  const server = await startServer()
  const policy = await server.make.aPolicy('SVC_SIGN_ON', { name: 'At rest' })
  await server.client.call('deactivatePolicy', { params: { policyId: policy.id } })
  const draft = await makeDraft(server, 'No one signs in')
  const actions = { signon: { access: 'DENY', requireFactor: false } }
  await draft.make.aRule(policy, { name: 'Denies', actions: actions as never })
  const { plan } = await plannedDraft(server, draft)
  expect([plan.steps, plan.needsConfirmation]).toEqual([1, false])
  await server.client.call('activatePolicy', { params: { policyId: policy.id } })
  const { digest } = plan
  expect(await published(server, draft, { digest })).toMatchObject({
    state: 'FAILED',
    problem: expect.stringMatching(
      /^The plan takes access from \d+ (?:person|people) by now, which was not confirmed: nothing/,
    ),
  })
  const rules = (await server.client.call('listRules', { params: { policyId: policy.id } })).body
  expect(rules.map(({ name }) => name)).not.toContain('Denies')
  expect(await published(server, draft, { digest, confirmation: 'No one signs in' })).toMatchObject({
    state: 'COMPLETED',
  })
})

it('a draft in which nothing was changed is not published, and stays', async () => {
  const server = await startServer()
  const draft = await makeDraft(server, 'Empty')
  const { plan, steps } = await plannedDraft(server, draft)
  expect(steps).toEqual([])
  await expect(published(server, draft, { digest: plan.digest })).rejects.toThrow('draftId: has nothing to publish')
  expect(await draftsOf(server)).toEqual(['Empty'])
})

it('a group rule is changed although a group that it names is removed, by which it becomes invalid itself', async () => {
  const server = await startServer()
  const [goes, stays] = [await server.make.aGroup('Goes'), await server.make.aGroup('Stays')]
  const expression = { type: 'urn:svc:expression:1.0' as const, value: 'user.department == "Sales"' }
  const body = {
    ...{ type: 'group_rule' as const, name: 'Sellers', conditions: { expression } },
    actions: { assignUserToGroups: { groupIds: [goes.id, stays.id] } },
  }
  const rule = (await server.client.call('createGroupRule', { body })).body
  const draft = await makeDraft(server, 'Fewer groups')
  const params = { groupRuleId: rule.id }
  await draft.client.call('replaceGroupRule', { params, body: { ...body, name: 'Sellers of old' } })
  await draft.client.call('activateGroupRule', { params })
  await draft.client.call('deleteGroup', { params: { groupId: goes.id } })
  const { plan, steps } = await plannedDraft(server, draft)
  expect(steps).toEqual(['change groupRule Sellers of old', 'remove group Goes'])
  expect(plan).toMatchObject({ problem: null, refused: [] })
  const { digest } = plan
  expect(await published(server, draft, { digest, confirmation: 'Fewer groups' })).toMatchObject({
    ...{ state: 'COMPLETED', problem: null },
  })
  const after = (await server.client.call('getGroupRule', { params })).body
  expect(after).toMatchObject({ name: 'Sellers of old', status: 'INVALID' })
})

it('a draft that deletes the policy of an application is published, and gives that the default one', async () => {
  const server = await startServer()
  const [policy, app] = [
    await server.make.aPolicy('ACCESS_POLICY', { name: 'Tight' }),
    await server.make.anApp('Ledger'),
  ]
  const params = { appId: app.id, policyId: policy.id }
  await server.client.call('assignAppPolicy', { params })
  const draft = await makeDraft(server, 'Loosen')
  await draft.client.call('deletePolicy', { params: { policyId: policy.id } })
  const { plan, steps } = await plannedDraft(server, draft)
  expect(steps).toEqual(['change app Ledger', 'remove policy Tight'])
  const confirmation = 'Loosen'
  expect(await published(server, draft, { digest: plan.digest, confirmation })).toMatchObject({
    ...{ state: 'COMPLETED', problem: null },
  })
  const { _links } = (await server.client.call('getApp', { params: { appId: app.id } })).body
  expect(JSON.stringify(_links)).toContain('accessPolicy')
  expect(JSON.stringify(_links)).not.toContain(policy.id)
})
