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
})
afterAll(() => remote.stop())
afterEach(() => (document.body.innerHTML = ''))

const text = () => document.body.textContent
const says = (words: string | RegExp) => vi.waitFor(() => expect(text()).toMatch(words), WAIT)
const dialog = () => document.querySelector('[role=dialog]') ?? expect.unreachable('no dialog')
const field = (label: string) => {
  const labels = [...dialog().querySelectorAll<HTMLLabelElement>('label')]
  const found = labels.find(({ htmlFor, textContent }) => htmlFor && textContent.trim().startsWith(label))
  return document.querySelector<HTMLInputElement>(`#${found?.htmlFor}`) ?? expect.unreachable(`no field ${label}`)
}
async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const input = field(label)
    input.value = value
    input.dispatchEvent(new Event('input'))
    await flushPromises()
  }
}
const choices = () => [...dialog().querySelectorAll<HTMLInputElement>('.people input[type=radio]')]
async function submit() {
  await buttonReady('Cancel')
  const form = dialog().querySelector('form') ?? expect.unreachable('no form')
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}
const connectionWith = async (name: string, people: object) => {
  const authentication = { type: 'API_TOKEN' as const, token: remote.token }
  const body = { name, address: remote.url, authentication, people }
  return (await service.client.call('createConnection', { body: body as never })).body.id
}

it('the form asks whose people count, each with a sentence, and says what is wrong with a search while it is typed', async () => {
  const { router } = await mountPage(ConnectionsPage, { dialogs: true })
  await pressButton('Create a connection')
  await vi.waitFor(() => field('Name'), WAIT)
  expect(choices().map(({ value, checked }) => [value, checked])).toEqual([
    ['ALL', true],
    ['SEARCH', false],
    ['PSEUDONYMS', false],
  ])
  expect(dialog().textContent).toContain('Everybody is compared and pulled')
  await fill({ Name: 'Searched', Address: remote.url, 'API token': remote.token })
  choices()[1]?.click()
  await vi.waitFor(() => field('Search'), WAIT)
  await fill({ Search: 'shoeSize eq 1' })
  await says(/shoeSize/)
  await submit()
  expect(router.currentRoute.value.path).not.toMatch(/rcn/)
  await fill({ Search: 'profile.department eq "Sales"' })
  await submit()
  await vi.waitFor(() => expect(router.currentRoute.value.path).toMatch(/^\/sync\/rcn/), WAIT)
  const connectionId = router.currentRoute.value.path.split('/').at(-1) ?? ''
  document.body.innerHTML = ''
  await mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })
  await says(/People: Those of a search, profile\.department eq "Sales"/)
})

it('pseudonyms say what stays of people before anything is pulled, and afterwards', async () => {
  const connectionId = await connectionWith('Hidden', { mode: 'PSEUDONYMS' })
  await mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })
  await says('People: Pseudonyms')
  await pressButton('Pull')
  await says('Compare first to see which')
  await pressButton('Cancel')
  await pressButton('Compare')
  await says('Pseudonyms stand for people. No rule reads an attribute of people, so none stays.')
  await pressButton('Pull')
  await vi.waitFor(() => expect(dialog().textContent).toContain('No rule reads an attribute of people'), WAIT)
  await submit()
  await says(/Pulled .*created/)
})

it('a connection with pseudonyms cannot be made one of all people', async () => {
  const connectionId = await connectionWith('Stays hidden', { mode: 'PSEUDONYMS' })
  await mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })
  await says('People: Pseudonyms')
  await pressButton('More about Stays hidden')
  const entry = await vi.waitFor(
    () =>
      [...document.querySelectorAll<HTMLElement>('.n-dropdown-option-body')].find(
        ({ textContent }) => textContent.trim() === 'Edit…',
      ) ?? expect.unreachable('no way to edit'),
    WAIT,
  )
  entry.click()
  await vi.waitFor(() => field('Name'), WAIT)
  expect(choices().map(({ value }) => value)).toEqual(['PSEUDONYMS'])
  expect(dialog().textContent).toContain('make a connection of its own')
})
