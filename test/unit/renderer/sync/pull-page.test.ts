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

const service = useServicePage()
/** A bound on hanging: what is waited for comes in a second on an idle machine. */
const WAIT = { timeout: 100_000 }
let remote: Awaited<ReturnType<typeof startLogService>>
let connectionId: string
beforeAll(async () => {
  remote = await startLogService(0)
  await remote.write(['Night shift', 'Crane operators'])
  const body = {
    name: 'Harbour',
    address: remote.url,
    authentication: { type: 'API_TOKEN' as const, token: remote.token },
  }
  connectionId = (await service.client.call('createConnection', { body })).body.id
})
afterAll(() => remote.stop())
afterEach(() => (document.body.innerHTML = ''))

const text = () => document.body.textContent
const says = (words: string | RegExp) => vi.waitFor(() => expect(text()).toMatch(words), WAIT)
const dialog = () => document.querySelector('[role=dialog]')
async function openPage() {
  await mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })
  await says(remote.url)
}
async function openDialog() {
  // Not that of a dialog which is about to go.
  const own = () => [...document.querySelectorAll('.page button')].find((one) => one.textContent.trim() === 'Pull')
  await vi.waitFor(() => expect(own()?.hasAttribute('disabled')).toBe(false), WAIT)
  own()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Pull from Harbour'), WAIT)
}
async function submit() {
  await buttonReady('Cancel')
  const form = document.querySelector('[role=dialog] form') ?? expect.unreachable('no dialog')
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}
/** Of a group of radio buttons, those of a name and their order on the page. */
const radios = (label: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`[aria-label="${label}"] input[type=radio]`),
]

/** Describes a group of this name on one side, as a page of that side. */
async function describe(side: { url: string; token: string } | null, name: string, description: string) {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  const { call } = side ? makeClient(side) : service.client
  happyDOM.setURL(side?.url ?? service.url)
  const [group] = (await call('listGroups', { query: { q: name } })).body
  if (!group) expect.unreachable(`no group ${name}`)
  await call('replaceGroup', { params: { groupId: group.id }, body: { profile: { name, description } } })
  happyDOM.setURL(service.url)
}

it('a connection without a pull says what pulling is for; one that is started in the dialog gives its account', async () => {
  await openPage()
  await says('Pull brings what Harbour has into this workspace')
  await openDialog()
  expect(dialog()?.textContent).toContain('nothing is written to Harbour')
  expect(dialog()?.textContent).not.toContain('Leave it as a conflict')
  await submit()
  await says(/Pulled .*\d+ created/)
  await pressButton(/^By kind/)
  expect(document.querySelector('table[aria-label="Brought, by kind"]')?.textContent).toMatch(/Groups2/)
  const names = (await service.client.call('listGroups', {})).body.map(({ profile }) => profile.name)
  expect(names).toEqual(expect.arrayContaining(['Night shift', 'Crane operators']))

  // A later one may leave conflicts.
  await openDialog()
  expect(dialog()?.textContent).toContain('Leave it as a conflict')
  expect(dialog()?.textContent).toMatch(/Harbour wins.*This workspace wins/)
})

it('a conflict comes first, is decided for the remote, and is gone after the pull', async () => {
  await describe(remote, 'Night shift', 'Of the harbour')
  await describe(null, 'Night shift', 'Of this workspace')
  await openPage()
  await pressButton('Compare')
  await says('Groups: 1 conflict')
  await says('0 of 1 conflict')
  const names = document.querySelector('[aria-label="Which side wins in Night shift"]')?.textContent
  expect(names?.replaceAll(/\s+/g, ' ').trim()).toMatch(/^Harbour ?This workspace$/)
  const [theirs, ours] = radios('Which side wins in Night shift')
  expect([theirs?.checked, ours?.checked]).toEqual([false, false])
  const pullButton = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent.trim() === 'Pull with these decisions',
  )
  expect(pullButton?.disabled).toBe(true)

  // The choice for all of the kind decides it too, until it is decided itself.
  radios('All of this kind: Groups')[1]?.click()
  await vi.waitFor(() => expect(radios('Which side wins in Night shift')[1]?.checked).toBe(true), WAIT)
  radios('Which side wins in Night shift')[0]?.click()
  await says('1 of 1 conflict')
  await pressButton('Pull with these decisions')
  await says('Conflicts become as they are decided')
  await pressButton('Pull')
  await vi.waitFor(() => expect(text()).not.toContain('conflict decided'), WAIT)
  await vi.waitFor(() => expect(text()).not.toContain('Groups: 1 conflict'), WAIT)
  await says(/Pulled .*1 changed/)

  const [group] = (await service.client.call('listGroups', { query: { q: 'Night shift' } })).body
  expect(group?.profile.description).toBe('Of the harbour')
  const { body } = await service.client.call('listDifferences', {
    params: { connectionId },
    query: { direction: 'conflict' },
  })
  expect(body).toEqual([])
})
