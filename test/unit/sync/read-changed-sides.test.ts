import { expect, it } from 'vitest'
import { equip } from '#cli/closed-drafts.ts'
import { withClosedWorkspace } from '#cli/closed-workspace.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '#operations/service/service.ts'
import { planDraft, readDraftSide } from '#sync/drafts/plan-draft.ts'
import { rebaseDraft } from '#sync/drafts/rebase-draft.ts'
import { planHere } from '#sync/plan-here.ts'
import type { Plan } from '#sync/plan/make-plan.ts'
import type { Client } from '../../helpers/client.ts'
import { makeDraft, plannedDraft, published, type TestDraft } from '../../helpers/drafts.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { ended } from '../../helpers/sync/connections.ts'

const firstOf = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('there is none')
  return first
}
const aPerson = async (client: Client) =>
  firstOf((await client.call('listUsers', { query: { search: 'status eq "ACTIVE"' } })).body).id
const aGroup = async (client: Client) => {
  const { body } = await client.call('listGroups', { query: { filter: 'type eq "SVC_GROUP"' } })
  for (const { id } of body) {
    const members = await client.call('listGroupMembers', { params: { groupId: id }, query: { limit: 1 } })
    if (members.body.length > 0) return id
  }
  throw new Error('there is no group with members')
}
const anApp = async (client: Client) => {
  const { body } = await client.call('listApps', { query: { limit: 200 } })
  for (const { id } of body) {
    const assigned = await client.call('listAppUsers', { params: { appId: id }, query: { limit: 1 } })
    if (assigned.body.length > 0) return id
  }
  throw new Error('there is no application with people')
}

const profile = { login: 'new@example.com', email: 'new@example.com', firstName: 'New', lastName: 'Comer' }

/** What is done in a draft, and whether people have to be read to compare it. */
const ACTS: Record<string, [isRead: boolean, act: (client: Client) => Promise<unknown>]> = {
  'a policy with a rule about a person': [
    false,
    async (client) => {
      const { id } = (await client.call('createPolicy', { body: { type: 'SVC_SIGN_ON', name: 'Of a draft' } as never }))
        .body
      const conditions = { people: { users: { exclude: [await aPerson(client)] } } }
      const rule = { type: 'SIGN_ON', name: 'All but one', actions: { signon: { access: 'DENY' } }, conditions }
      await client.call('createRule', { params: { policyId: id }, body: rule as never })
    },
  ],
  'a group without members': [
    false,
    (client) => client.call('createGroup', { body: { profile: { name: 'Of a draft' } } }),
  ],
  'a group, and how long events are kept': [
    true,
    async (client) => {
      await client.call('createGroup', { body: { profile: { name: 'Of another draft' } } })
      await client.call('replaceLogRetention', { body: { days: 7 } })
    },
  ],
  'a person': [
    true,
    (client) => client.call('createUser', { query: { activate: 'false' }, body: { profile } as never }),
  ],
  'the name of a person': [
    true,
    async (client) =>
      client.call('updateUser', {
        params: { userId: await aPerson(client) },
        body: { profile: { lastName: 'Other' } } as never,
      }),
  ],
  'a member of a group': [
    true,
    async (client) => {
      const groupId = await aGroup(client)
      const { id } = firstOf((await client.call('listGroupMembers', { params: { groupId }, query: { limit: 1 } })).body)
      await client.call('removeGroupMember', { params: { groupId, userId: id } })
    },
  ],
  'a group with its members': [
    true,
    async (client) => client.call('deleteGroup', { params: { groupId: await aGroup(client) } }),
  ],
  'an application with its assignments': [
    true,
    async (client) => {
      const appId = await anApp(client)
      await client.call('deactivateApp', { params: { appId } })
      await client.call('deleteApp', { params: { appId } })
    },
  ],
  'a role of a person': [
    true,
    async (client) =>
      client.call('assignUserRole', { params: { userId: await aPerson(client) }, body: { type: 'HELP_DESK_ADMIN' } }),
  ],
}

const linesOf = ({ steps, refused }: Plan) => [
  ...steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`),
  ...refused.map(({ kind, name, reason }) => `refused ${kind} ${name}: ${reason}`),
]

/** The plan of a draft of which everything was read. */
async function planOfWhole(service: Service, draftId: string): Promise<Plan> {
  const { host } = service.drafts
  const { caller } = service.own
  if (!host || !caller) throw new Error('the workspace is not equipped')
  const base = await host.useBase(draftId, (of) => readDraftSide(of, {}))
  const source = await host.use(draftId, (of) => readDraftSide(of, {}))
  return planHere({ caller, source, base, request: {} })
}

/** Has the lists that are read of the workspace and of its drafts be noted. */
function listening(service: Service): { service: Service; asked: Set<string> } {
  const asked = new Set<string>()
  const heard = (of: Service): Service => {
    const { caller } = of.own
    if (!caller) throw new Error('the service is not equipped')
    const page: typeof caller.page = (id, input) => {
      asked.add(id)
      return caller.page(id, input)
    }
    return { ...of, own: { ...of.own, caller: { ...caller, page } } }
  }
  const { host } = service.drafts
  if (!host) throw new Error('the workspace is not equipped')
  const use: typeof host.use = (id, work) => host.use(id, (draft) => work(heard(draft)))
  return { service: { ...heard(service), drafts: { ...service.drafts, host: { ...host, use } } }, asked }
}

interface Done {
  what: string
  isRead: boolean
  draft: TestDraft['draft']
}

/** A few people in groups and with applications: what is done takes some of them away. */
async function smallOrganization(): Promise<TestServer> {
  const server = await startServer()
  const { client, make } = server
  for (let number = 0; number < 3; number++) {
    const { id: groupId } = await make.aGroup()
    const { id } = await make.aUser({}, [groupId])
    const { id: appId } = await make.anApp()
    await client.call('assignAppUser', { params: { appId }, body: { id } as never })
  }
  return server
}

/** Works with a closed workspace of which drafts were made. */
async function whenClosed(
  make: (live: TestServer) => Promise<Done[]>,
  work: (closed: Service, done: Done) => Promise<void>,
): Promise<void> {
  const live = await smallOrganization()
  const made = await make(live).finally(() => live.stop())
  await withClosedWorkspace(live.dataFile, '', async (closed) => {
    equip(closed)
    for (const done of made) await work(closed, done)
  })
}

it('a draft is compared without its people where nothing of them was changed, and comes to the same plan', () =>
  whenClosed(
    async (live) => {
      const made: Done[] = []
      for (const [what, [isRead, act]] of Object.entries(ACTS)) {
        const { draft, client } = await makeDraft(live, `With ${what}`)
        await act(client)
        made.push({ what, isRead, draft })
      }
      return made
    },
    async (closed, { what, isRead, draft }) => {
      const { service, asked } = listening(closed)
      const { plan } = await planDraft(service, { draftId: draft.id, request: {}, context: systemContext() })
      expect(plan.steps.length, what).toBeGreaterThan(0)
      expect(plan.unread, what).toEqual([])
      expect([what, asked.has('listUsers')]).toEqual([what, isRead])
      expect([what, ...linesOf(plan)]).toEqual([what, ...linesOf(await planOfWhole(closed, draft.id))])
    },
  ))

it('a draft is brought up to date without people where nothing of them was changed since, and is as the workspace then', () =>
  whenClosed(
    async (live) => {
      const made: Done[] = []
      // What changes people first: of what comes after, none has to be read.
      const acts = Object.entries(ACTS).toSorted(([, [one]], [, [other]]) => Number(other) - Number(one))
      for (const [what, [isRead, act]] of acts) {
        const { draft } = await makeDraft(live, `Before ${what}`)
        await act(live.client)
        made.push({ what, isRead, draft })
      }
      return made
    },
    async (closed, { what, isRead, draft }) => {
      const { service, asked } = listening(closed)
      await rebaseDraft(service, { draftId: draft.id, request: {}, context: systemContext() })
      expect([what, asked.has('listUsers')]).toEqual([what, isRead])
      expect([what, ...linesOf(await planOfWhole(closed, draft.id))]).toEqual([what])
    },
  ))

const describeGroup = ({ client }: Pick<TestServer, 'client'>, groupId: string) =>
  client.call('replaceGroup', { params: { groupId }, body: { profile: { name: 'Crew', description: 'Other' } } })
const membersOf = async ({ client }: Pick<TestServer, 'client'>, groupId: string) =>
  (await client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)

async function aCrew() {
  const server = await startServer()
  const { id: groupId } = await server.make.aGroup('Crew')
  const { id: userId } = await server.make.aUser({}, [groupId])
  return { server, groupId, userId, draft: await makeDraft(server, 'Crew') }
}

it('a group that the workspace has removed and a draft brings back has its members, although the draft has left people alone', async () => {
  const { server, draft, groupId, userId } = await aCrew()
  await describeGroup(draft, groupId)
  await server.client.call('deleteGroup', { params: { groupId } })
  const { plan, steps } = await plannedDraft(server, draft, { prefer: 'draft' })
  expect(steps.map((step) => step.split(' ', 2).join(' '))).toEqual(['create group', 'create groupMembership'])
  const body = { digest: plan.digest }
  expect(await published(server, draft, body)).toMatchObject({ state: 'COMPLETED', problem: null })
  expect(await membersOf(server, groupId)).toEqual([userId])
})

it('a group that a draft has removed and the workspace brings back into it has its members', async () => {
  const { server, draft, groupId, userId } = await aCrew()
  await draft.client.call('deleteGroup', { params: { groupId } })
  await describeGroup(server, groupId)
  const params = { draftId: draft.draft.id }
  const job = (await server.client.call('rebaseDraft', { params, body: { prefer: 'workspace' } })).body
  expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  expect(await membersOf(draft, groupId)).toEqual([userId])
  expect((await plannedDraft(server, draft)).steps).toEqual([])
})
