import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Workspace } from '#contract/gatehouse/workspace.ts'
import { firstSteps, readFirstObjects } from '#ui/features/overview/first-steps.ts'
import { useFirstStepsStore } from '#ui/stores/first-steps.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { bePageOf } from '../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
beforeEach(() => {
  bePageOf(() => server)
  setActivePinia(createPinia())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the page reads, from the service itself. */
async function read() {
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now })
  const made = await readFirstObjects()
  return Object.entries(made).flatMap(([key, is]) => (is ? [key] : []))
}

describe('the first steps', () => {
  it('tick off one after the other as objects are made; what an organization comes with does not count', async () => {
    const { make } = server
    expect(await read()).toEqual([])
    await make.aUser()
    expect(await read()).toEqual(['person'])
    await make.aGroup()
    expect(await read()).toEqual(['person', 'group'])
    await make.anApp()
    expect(await read()).toEqual(['person', 'group', 'app'])
    const policy = await make.aPolicy()
    expect(await read()).toEqual(['person', 'group', 'app'])
    await make.aRule(policy)
    expect(await read()).toEqual(['person', 'group', 'app', 'rule'])
  })

  it('end with a simulation, and each leads to where it is done', () => {
    const none = { person: false, group: false, app: false, rule: false }
    expect(firstSteps(none, true).map(({ key, to, done }) => [key, to, done])).toEqual([
      ['person', '/directory/people?create=user', false],
      ['group', '/directory/groups?create=group', false],
      ['app', '/applications?create=app', false],
      ['rule', '/policies?create=policy', false],
      ['simulate', '/simulate', true],
    ])
  })
})

describe('the list of them', () => {
  function open(file: string, startedEmpty = true) {
    const workspace = useWorkspaceStore()
    workspace.info = { file, sampleLoaded: false, counts: { users: 0 } } as unknown as Workspace
    if (startedEmpty) workspace.startEmpty()
    return useFirstStepsStore()
  }

  it('is there in a workspace that was begun empty here, and in no other', () => {
    expect(open('/a.sqlite').open).toBe(true)
    expect(open('/b.sqlite', false).open).toBe(false)
  })

  it('stays away from a workspace once dismissed there, and remembers that a sign-in was simulated', () => {
    const first = open('/a.sqlite')
    first.mark('simulated')
    first.mark('dismissed')
    expect([first.open, first.simulated]).toEqual([false, true])
    setActivePinia(createPinia())
    expect([open('/a.sqlite').open, useFirstStepsStore().simulated]).toEqual([false, true])
    setActivePinia(createPinia())
    expect([open('/c.sqlite').open, useFirstStepsStore().simulated]).toEqual([true, false])
  })

  it('begins again where what was remembered cannot be read', () => {
    localStorage.setItem('gatehouse.firstSteps', '{broken')
    expect(open('/a.sqlite').open).toBe(true)
  })
})
