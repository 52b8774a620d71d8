// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import ConnectionPage from '#ui/features/sync/ConnectionPage.vue'
import ConnectionsPage from '#ui/features/sync/ConnectionsPage.vue'
import { startLogService } from '../../../helpers/log-service.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { buttonReady, pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'

const service = useServicePage()
/** A bound on hanging: what is waited for comes in a second on an idle machine. */
const WAIT = { timeout: 100_000 }
let remote: Awaited<ReturnType<typeof startLogService>>
beforeAll(async () => {
  remote = await startLogService(0)
  await remote.write(['Night shift', 'Crane operators'])
})
afterAll(() => remote.stop())
afterEach(() => (document.body.innerHTML = ''))

const text = () => document.body.textContent
const says = (words: string | RegExp) =>
  vi.waitFor(() => {
    if (typeof words === 'string') expect(text()).toContain(words)
    else expect(text()).toMatch(words)
  }, WAIT)

/** The control of a field of the dialog, by its label. */
function field(label: string): HTMLInputElement {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')]
  const found = labels.find(({ htmlFor, textContent }) => htmlFor && textContent.trim().startsWith(label))
  return document.querySelector<HTMLInputElement>(`#${found?.htmlFor}`) ?? expect.unreachable(`no field ${label}`)
}
const helpOf = (label: string) =>
  document.querySelector(`#${field(label).getAttribute('aria-describedby')}`)?.textContent.trim()
async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const input = field(label)
    input.value = value
    input.dispatchEvent(new Event('input'))
    // Before the next one: a form takes one change at a time.
    await flushPromises()
  }
}
/** WHY it waits: a problem may stand there before the service has answered, and what is saved meanwhile is ignored. */
async function submit() {
  await buttonReady('Cancel')
  const form = document.querySelector('[role=dialog] form') ?? expect.unreachable('no dialog')
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}
const dialogOpens = () => vi.waitFor(() => field('Name'), WAIT)

async function aConnection(name: string, token = remote.token): Promise<string> {
  const body = { name, address: remote.url, authentication: { type: 'API_TOKEN' as const, token } }
  return (await service.client.call('createConnection', { body })).body.id
}
async function openConnection(connectionId: string, address = '/') {
  const opened = await mountPage(ConnectionPage, { props: { connectionId }, address, dialogs: true })
  await says(remote.url)
  return opened
}

it('a list of no connections says what one is for, and how to get one', async () => {
  await mountPage(ConnectionsPage)
  await says('No connections yet')
  await says('You need its address, and an API token or a service app there.')
})

it('refusals stand beside their fields, and a connection that is made never shows its token again', async () => {
  const { router } = await mountPage(ConnectionsPage, { dialogs: true })
  await pressButton('Create a connection')
  await dialogOpens()
  await fill({ Name: 'Made here', Address: 'ftp://remote.example.com' })
  await submit()
  await vi.waitFor(() => expect(helpOf('Address')).toMatch(/https/), WAIT)
  await fill({ Address: remote.url })
  await submit()
  await vi.waitFor(() => expect(helpOf('API token')).toMatch(/at least 1 character/), WAIT)
  await fill({ 'API token': remote.token })
  await submit()
  await vi.waitFor(() => expect(router.currentRoute.value.path).toMatch(/^\/sync\/rcn/), WAIT)

  document.body.innerHTML = ''
  await openConnection(router.currentRoute.value.path.slice('/sync/'.length))
  await pressButton('More about Made here')
  const entry = await vi.waitFor(
    () =>
      [...document.querySelectorAll<HTMLElement>('.n-dropdown-option-body')].find(
        ({ textContent }) => textContent.trim() === 'Edit…',
      ) ?? expect.unreachable('no way to edit'),
    WAIT,
  )
  entry.click()
  await dialogOpens()
  expect(field('API token').value).toBe('')
  expect(helpOf('API token')).toContain('the stored token stays')
  expect(document.documentElement.innerHTML).not.toContain(remote.token)
  await fill({ Address: 'https://elsewhere.example.com' })
  await submit()
  await vi.waitFor(() => expect(helpOf('API token')).toMatch(/none is known here/), WAIT)
})

it('comparing shows how far it is, then what differs, which kinds and names narrow', async () => {
  const id = await aConnection('Compared')
  await openConnection(id)
  await says('Nothing pulled or compared yet')
  await pressButton('Compare')
  await says('Comparing with Compared')
  await says(/\d+ differences?.*compared/)
  await says('Night shift')
  const group = () => document.querySelector('table[aria-label=Groups]')?.textContent
  expect(group()).toMatch(/Crane operators.*Only in Compared/s)

  const search = document.querySelector<HTMLInputElement>('[aria-label="Search differences by name"]')
  if (!search) expect.unreachable('no search')
  search.value = 'crane'
  search.dispatchEvent(new Event('input'))
  await vi.waitFor(() => expect(group()).not.toContain('Night shift'), WAIT)
  expect(group()).toContain('Crane operators')
  search.value = 'nowhere'
  search.dispatchEvent(new Event('input'))
  await says('No difference has “nowhere” in its name.')
  const chip = document.querySelector<HTMLButtonElement>('[aria-label="Kinds of objects"] button')
  expect(chip?.getAttribute('aria-pressed')).toBe('false')
  await pressButton(/kinds never compared/)
  expect(text()).toContain('API tokens')

  await service.client.call('deleteConnection', { params: { connectionId: id } })
})

it('a workspace that is the same as its remote says so', async () => {
  const token = (await service.client.call('createApiToken', { body: { name: 'own' } })).body.token
  const body = { name: 'Mirror', address: service.url, authentication: { type: 'API_TOKEN' as const, token } }
  const { id } = (await service.client.call('createConnection', { body })).body
  await mountPage(ConnectionPage, { props: { connectionId: id }, dialogs: true })
  await pressButton('Compare')
  await says('This workspace and Mirror do not differ')
})

it('a remote that cannot be read says why, in the comparison, in the test and in the journal', async () => {
  const id = await aConnection('Wrong token', 'wrong-token')
  await openConnection(id)
  await pressButton('Compare')
  await says(/The comparison failed.*401/)
  await pressButton('Test')
  await says('Does not work')
  document.body.innerHTML = ''
  await openConnection(id, '/?tab=requests')
  await vi.waitFor(() => expect(document.querySelector('table tbody')?.textContent).toContain('401'), WAIT)
})

it('a service app shows its public key, to be registered at the remote', async () => {
  const authentication = { type: 'SERVICE_APP' as const, clientId: '0oa1', scopes: ['svc.groups.read'] }
  const body = { name: 'App', address: remote.url, authentication }
  const { id } = (await service.client.call('createConnection', { body })).body
  await openConnection(id, '/?tab=access')
  await says('"kty": "EC"')
  expect(document.querySelector('[aria-label="Copy public key"]')).not.toBeNull()
  expect(text()).not.toContain('"d":')
})
