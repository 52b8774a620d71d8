import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import type { App } from '#contract/apps/app.ts'
import { stepsOf, useCreation } from '#ui/features/applications/wizard/creation.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
/** What the page asked of a real service, and what the network loses on the way. */
let asked: string[] = []
let lost: (path: string) => boolean = () => false

beforeAll(async () => {
  server = await startServer()
})
beforeEach(() => {
  asked = []
  lost = () => false
  bePageOf(() => server, {
    loses: (path) => lost(path),
    hears: (method, path) => void asked.push(`${method} ${path.split('?')[0]?.split('/').at(-2)}`),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A plan for an application of its own policy, for two groups and a person. */
async function aPlan() {
  const [policy, one, other, person] = await Promise.all([
    server.make.aPolicy('ACCESS_POLICY'),
    server.make.aGroup(),
    server.make.aGroup(),
    server.make.aUser(),
  ])
  const body = soundApp('BOOKMARK', `Berths ${one.id}`)
  return { body, active: true, policyId: policy.id, groups: [one.id, other.id], people: [person.id] }
}

const states = ({ steps }: ReturnType<typeof useCreation>) => steps.value.map(({ act, state }) => `${act} ${state}`)

async function heldBy(app: App | null) {
  const params = { appId: app?.id ?? '' }
  const { client } = server
  const { accessPolicy } = (await client.call('getApp', { params })).body._links
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  return {
    policyId: [accessPolicy ?? []].flat()[0]?.href.split('/').at(-1),
    groups: ids((await client.call('listAppGroups', { params })).body),
    people: ids((await client.call('listAppUsers', { params })).body),
  }
}

describe('the making of an application', () => {
  it('gives the policy before anybody has it, and all that was chosen', async () => {
    const plan = await aPlan()
    const creation = useCreation()
    asked = []
    await creation.start(plan)
    expect(asked).toEqual(['POST v1', 'PUT policies', 'PUT groups', 'PUT groups', `POST ${creation.app.value?.id}`])
    expect(creation.finished.value).toBe(true)
    const { policyId, groups, people } = plan
    expect(await heldBy(creation.app.value)).toEqual({ policyId, groups, people })
  })

  it('that is asked for twice is done once, and both wait for its end', async () => {
    const plan = await aPlan()
    const creation = useCreation()
    asked = []
    const first = creation.start(plan)
    expect(creation.busy.value).toBe(true)
    await creation.start(plan)
    expect([creation.busy.value, creation.finished.value]).toEqual([false, true])
    await first
    expect(asked.filter((request) => request === 'POST v1')).toHaveLength(1)
  })

  it('asks for nothing beside it where nothing else was chosen', () =>
    expect(stepsOf({ body: {}, active: true, policyId: null, groups: [], people: [] }).map(({ act }) => act)).toEqual([
      'create',
    ]))

  it('that fails half-way says what was done, and does only the rest again', async () => {
    const plan = await aPlan()
    const [first] = plan.groups
    const creation = useCreation()
    lost = (path) => path.endsWith(`/groups/${first}`)
    await creation.start(plan)
    expect(states(creation)).toEqual(['create done', 'policy done', 'group failed', 'group done', 'person done'])
    expect((await heldBy(creation.app.value)).groups).toEqual([plan.groups[1]])
    lost = () => false
    asked = []
    await creation.retry()
    expect(asked).toEqual(['PUT groups'])
    expect(creation.finished.value).toBe(true)
  })

  it('goes past one who cannot be assigned, and says why', async () => {
    const plan = { ...(await aPlan()), people: ['00uNobodyKnowsThisOne'] }
    const creation = useCreation()
    await creation.start(plan)
    expect(states(creation).at(-1)).toBe('person failed')
    expect(creation.steps.value.at(-1)?.error).toMatchObject({ status: 404, code: 'E0000007' })
    expect(creation.finished.value).toBe(false)
  })

  it('assigns no one while the chosen policy could not be given', async () => {
    const creation = useCreation()
    lost = (path) => path.includes('/policies/')
    await creation.start(await aPlan())
    expect(states(creation).slice(1)).toEqual(['policy failed', 'group waiting', 'group waiting', 'person waiting'])
    expect(await heldBy(creation.app.value)).toMatchObject({ groups: [], people: [] })
    lost = () => false
    await creation.retry()
    expect(creation.finished.value).toBe(true)
  })

  it('that was begun before the page was loaded again is finished, and no second application is made', async () => {
    const plan = await aPlan()
    const before = useCreation()
    lost = (path) => path.includes('/groups/')
    await before.start(plan)
    lost = () => false
    asked = []
    const after = useCreation()
    const done = before.steps.value.filter(({ state }) => state === 'done').map(({ key }) => key)
    after.resume(plan, before.app.value as App, done)
    expect(after.finished.value).toBe(false)
    await after.retry()
    expect(asked).toEqual(['PUT groups', 'PUT groups'])
    expect(after.finished.value).toBe(true)
  })

  it('assigns no one else once its page was left', async () => {
    const scope = effectScope()
    const creation = scope.run(() => useCreation()) as ReturnType<typeof useCreation>
    lost = (path) => {
      if (path.includes('/groups/')) scope.stop()
      return false
    }
    await creation.start(await aPlan())
    expect(states(creation).slice(2)).toEqual(['group done', 'group waiting', 'person waiting'])
    expect((await heldBy(creation.app.value)).people).toEqual([])
  })

  it('that is refused altogether makes nothing, and says why', async () => {
    const creation = useCreation()
    await creation.start({ ...(await aPlan()), body: { label: '' } })
    expect(creation.app.value).toBeNull()
    expect(states(creation)[0]).toBe('create failed')
    expect(creation.refusal.value).toMatchObject({ status: 400, code: 'E0000001' })
  })
})
