// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import ConnectionPage from '#ui/features/sync/ConnectionPage.vue'
import { makeClient } from '../../../helpers/client.ts'
import { startLogService } from '../../../helpers/log-service.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { buttonReady, pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'
import { connect, pulled } from '../../../helpers/sync/connections.ts'
import { applied, planned } from '../../../helpers/sync/plans.ts'

const service = useServicePage()
/** A bound on hanging: what is waited for comes in a second on an idle machine. */
const WAIT = { timeout: 100_000 }
let remote: Awaited<ReturnType<typeof startLogService>>
let connectionId: string
beforeAll(async () => {
  remote = await startLogService(0)
  await remote.write(['Night shift', 'Crane operators'])
  connectionId = await connect(service, remote, { name: 'Harbour', mayWrite: true })
  await pulled(service, connectionId)
})
afterAll(() => remote.stop())
afterEach(() => (document.body.innerHTML = ''))

const text = () => document.body.textContent.replaceAll(/\s+/g, ' ')
const says = (words: string | RegExp) => vi.waitFor(() => expect(text()).toMatch(words), WAIT)
const dialog = () => document.querySelector('[role=dialog]')
const table = (label: string) => document.querySelector(`table[aria-label="${label}"]`)
async function open(id = connectionId, address = '/?tab=plan') {
  const { router } = await mountPage(ConnectionPage, { props: { connectionId: id }, address, dialogs: true })
  await says(remote.url)
  return router
}
async function submit() {
  await buttonReady('Cancel')
  const form = document.querySelector('[role=dialog] form') ?? expect.unreachable('no dialog')
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}
async function groupHere(name: string) {
  const [group] = (await service.client.call('listGroups', { query: { q: name } })).body
  return group ?? expect.unreachable(`no group ${name}`)
}
/** Does something as a page of the remote. */
async function there<T>(work: (client: ReturnType<typeof makeClient>) => Promise<T>): Promise<T> {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  happyDOM.setURL(remote.url)
  const done = await work(makeClient(remote))
  happyDOM.setURL(service.url)
  return done
}

it('over a connection that may only read a plan is made, which cannot be applied', async () => {
  const { id: groupId } = (await service.client.call('createGroup', { body: { profile: { name: 'For a while' } } }))
    .body
  await open(await connect(service, remote, { name: 'Read only' }))
  await says('may only read')
  await pressButton('Plan changes to Read only')
  await says(/Planned .*: /)
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => /Apply…/.test(textContent))
  expect(button?.textContent.trim()).toBe('Apply…')
  expect(button?.disabled).toBe(true)
  await service.client.call('deleteGroup', { params: { groupId } })
})

it('a plan is made, opened, applied, and has nothing left to do', async () => {
  const { id } = await groupHere('Night shift')
  const profile = { name: 'Night shift', description: 'From ten to six' }
  await service.client.call('replaceGroup', { params: { groupId: id }, body: { profile } })
  await service.client.call('createGroup', { body: { profile: { name: 'Payroll' } } })
  await open()
  await pressButton('Plan changes to Harbour')
  await says(/Planned .*: 1 to create, 1 to change · 2 steps/)
  await vi.waitFor(() => expect(table('Steps')?.textContent).toMatch(/Change.*Night shift.*Create.*Payroll/s), WAIT)

  await pressButton('Night shift')
  expect(table('Fields of Night shift')?.textContent).toMatch(/profile\.\s*description.*Not set.*From ten to six/s)
  expect(document.querySelector('[aria-label=Requests]')?.textContent).toMatch(/PUT\s+\/api\/v1\/groups\//)

  await pressButton('Apply…')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain(remote.url), WAIT)
  expect(dialog()?.textContent).toContain('1 to create, 1 to change')
  expect(dialog()?.textContent).not.toContain('Removed there')
  await submit()
  await says('All 2 steps are done')
  await vi.waitFor(() => expect(table('Steps')?.textContent).toMatch(/Done.*Done/s), WAIT)
  const names = await there(async ({ call }) => (await call('listGroups')).body.map((one) => one.profile.name))
  expect(names).toContain('Payroll')

  await pressButton('Plan again')
  await says('The remote is as the workspace; nothing to apply')
  await says('Earlier plans')
  expect(table('Earlier plans')?.textContent).toMatch(/Applied.*2 of 2/s)
})

it('what removes objects asks for the name of the connection', async () => {
  await service.client.call('deleteGroup', { params: { groupId: (await groupHere('Payroll')).id } })
  await planned(service, connectionId)
  await open()
  await says(/Planned .*: 1 to remove/)
  await pressButton('Apply…')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Removed there: 1 group'), WAIT)
  const button = [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent.trim() === 'Apply')
  expect(button?.disabled).toBe(true)
  const input = dialog()?.querySelector('input') ?? expect.unreachable('no field')
  input.value = 'Harbour'
  input.dispatchEvent(new Event('input'))
  await vi.waitFor(() => expect(button?.disabled).toBe(false), WAIT)
  await submit()
  await says('The step is done')
})

it('a plan that has stopped says where and why, and goes on', async () => {
  const { id } = await groupHere('Crane operators')
  const profile = { name: 'Crane operators', description: 'Of this workspace' }
  await service.client.call('replaceGroup', { params: { groupId: id }, body: { profile } })
  const plan = await planned(service, connectionId)
  const describe = (description: string | null) =>
    there(async ({ call }) => {
      const [group] = (await call('listGroups', { query: { q: 'Crane' } })).body
      const body = { profile: { name: 'Crane operators', description } }
      await call('replaceGroup', { params: { groupId: group?.id ?? '' }, body })
    })
  await describe('Meanwhile')
  await applied(service, plan)
  await open()
  await says('It stopped at step 1 of 1.')
  await says(/“Crane operators” of Harbour was changed there since the plan was made/)
  await describe(null)
  await pressButton('Go on…')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Go on with the plan for Harbour?'), WAIT)
  await submit()
  await says('The step is done')
})

it('an earlier plan opens to its steps, and is deleted once that is confirmed', async () => {
  await planned(service, connectionId)
  await open()
  await says('Earlier plans')
  const before = (await service.client.call('listSyncPlans', { query: { connectionId } })).body.length
  await pressButton(/^Delete the plan of/)
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('What it has done at Harbour stays done'), WAIT)
  await submit()
  await vi.waitFor(async () => {
    const { body } = await service.client.call('listSyncPlans', { query: { connectionId } })
    expect(body.length).toBe(before - 1)
  }, WAIT)
})

it('what is decided about a conflict counts for the next plan', async () => {
  const { id } = await groupHere('Night shift')
  const described = (description: string) => ({ profile: { name: 'Night shift', description } })
  await service.client.call('replaceGroup', { params: { groupId: id }, body: described('Ours') })
  await there(async ({ call }) => {
    const [group] = (await call('listGroups', { query: { q: 'Night' } })).body
    await call('replaceGroup', { params: { groupId: group?.id ?? '' }, body: described('Theirs') })
  })
  const router = await open(connectionId, '/')
  await pressButton('Compare')
  await says('0 of 1 conflict')
  const [, ours] = document.querySelectorAll<HTMLInputElement>(
    '[aria-label="Which side wins in Night shift"] input[type=radio]',
  )
  ours?.click()
  await says('1 of 1 conflict')
  await router.push('/?tab=plan')
  await says('1 decision about conflicts, made under Differences, counts for the next plan.')
  await pressButton('Plan again')
  await says(/Planned .*: 1 to change · 1 step/)
  expect(text()).not.toContain('changed on both sides')
  await pressButton('Night shift')
  expect(table('Fields of Night shift')?.textContent).toMatch(/Theirs.*Ours/s)
  await pressButton('Apply…')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('1 to change'), WAIT)
  await submit()
  await says('The step is done')
})
