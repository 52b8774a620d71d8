// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { PeopleChangeWrite } from '#contract/directory/people-change.ts'
import PeoplePage from '#ui/features/directory/PeoplePage.vue'
import { mountPage } from '../../../helpers/mount-page.ts'
import { useServicePage } from '../../../helpers/service-page.ts'
import { changedPeople } from '../../../helpers/people-changes.ts'
import { pressButton } from '../../../helpers/press-button.ts'

const service = useServicePage()

const WAIT = { timeout: 10_000 }
const dialog = () => document.querySelector('[role=dialog]')
const says = (text: string) => vi.waitFor(() => expect(dialog()?.textContent).toContain(text), WAIT)
const submit = () => dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')

/** Two people whom a search finds that was shown to find one: nothing was done, and "Do it to all" was pressed. */
async function askAgain(lastName: string, body: Pick<PeopleChangeWrite, 'act' | 'groupId'>, groups: string[] = []) {
  const people = [
    await service.make.aUser({ firstName: 'Ada', lastName }, groups),
    await service.make.aUser({ firstName: 'Bo', lastName }, groups),
  ]
  const search = `profile.lastName eq "${lastName}"`
  const change = await changedPeople({ client: service.client }, { ...body, search, expected: 1 })
  await mountPage(PeoplePage, { address: { path: '/', query: { change: change.id } }, dialogs: true })
  await pressButton('Do it to all 2 people…')
  const made = async () => (await service.client.call('listPeopleChanges', {})).body.length
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
    (await service.client.call('getUser', { params: { userId } })).body.status
  await vi.waitFor(
    async () => expect(await Promise.all(people.map(statusOf))).toEqual(['DEPROVISIONED', 'DEPROVISIONED']),
    WAIT,
  )
})

it('what they lose by leaving the group is shown again', async () => {
  const [app, group] = [await service.make.anApp(), await service.make.aGroup()]
  await service.client.call('assignAppGroup', { params: { appId: app.id, groupId: group.id }, body: {} })
  await askAgain('Leaver', { act: 'remove_from_group', groupId: group.id }, [group.id])
  await says(`2 people lose ${app.label}`)
  await says('Type “remove from group 2”')
  expect(submit()?.disabled).toBe(true)
})
