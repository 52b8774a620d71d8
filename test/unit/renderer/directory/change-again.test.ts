// @vitest-environment happy-dom
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { PeopleChangeWrite } from '#contract/directory/people-change.ts'
import PeoplePage from '#ui/features/directory/PeoplePage.vue'
import { makeClient, type Client } from '../../../helpers/client.ts'
import { makeFactories, type Factories } from '../../../helpers/factories.ts'
import { startLogService } from '../../../helpers/log-service.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { changedPeople } from '../../../helpers/people-changes.ts'

/** WHY the service of a log, of nothing: it is a process of its own, in which addresses are not those of the page. */
let service: Awaited<ReturnType<typeof startLogService>>
let client: Client
let make: Factories
beforeAll(async () => {
  service = await startLogService(0)
  client = makeClient(service)
  make = makeFactories(client)
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  happyDOM.setURL(service.url)
})
afterAll(() => service.stop())
beforeEach(() => bePageOf(() => service))
afterEach(() => vi.unstubAllGlobals())

const WAIT = { timeout: 10_000 }
const dialog = () => document.querySelector('[role=dialog]')
const says = (text: string) => vi.waitFor(() => expect(dialog()?.textContent).toContain(text), WAIT)
const submit = () => dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')
const press = async (label: string) => {
  const buttons = () => [...document.querySelectorAll('button')]
  const found = () => buttons().find(({ textContent }) => textContent?.trim() === label) ?? expect.unreachable(label)
  ;(await vi.waitFor(found, WAIT)).click()
}

/** Two people whom a search finds that was shown to find one: nothing was done, and "Do it to all" was pressed. */
async function askAgain(lastName: string, body: Pick<PeopleChangeWrite, 'act' | 'groupId'>, groups: string[] = []) {
  const people = [
    await make.aUser({ firstName: 'Ada', lastName }, groups),
    await make.aUser({ firstName: 'Bo', lastName }, groups),
  ]
  const search = `profile.lastName eq "${lastName}"`
  const change = await changedPeople({ client }, { ...body, search, expected: 1 })
  await mountPage(PeoplePage, { address: { path: '/', query: { change: change.id } }, dialogs: true })
  await press('Do it to all 2 people…')
  const made = async () => (await client.call('listPeopleChanges', {})).body.length
  return { people, made, before: await made() }
}

it('what is done to all whom a changed search finds asks as it did the first time', async () => {
  const { people, made, before } = await askAgain('Again', { act: 'deactivate' })
  await says('Deactivate 2 people')
  await says('Ada Again')
  await says('Type “deactivate 2”')
  expect([submit()?.disabled, await made()]).toEqual([true, before])
  const input = dialog()?.querySelector('input') ?? expect.unreachable()
  input.value = 'deactivate 2'
  input.dispatchEvent(new Event('input'))
  await vi.waitFor(() => expect(submit()?.disabled).toBe(false), WAIT)
  dialog()
    ?.querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }))
  const statusOf = async ({ id: userId }: { id: string }) =>
    (await client.call('getUser', { params: { userId } })).body.status
  await vi.waitFor(
    async () => expect(await Promise.all(people.map(statusOf))).toEqual(['DEPROVISIONED', 'DEPROVISIONED']),
    WAIT,
  )
})

it('what they lose by leaving the group is shown again', async () => {
  const [app, group] = [await make.anApp(), await make.aGroup()]
  await client.call('assignAppGroup', { params: { appId: app.id, groupId: group.id }, body: {} })
  await askAgain('Leaver', { act: 'remove_from_group', groupId: group.id }, [group.id])
  await says(`2 people lose ${app.label}`)
  await says('Type “remove from group 2”')
  expect(submit()?.disabled).toBe(true)
})
