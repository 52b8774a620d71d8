// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { expect, it, vi } from 'vitest'
import PeopleChangeDialog from '#ui/features/directory/people-changes/PeopleChangeDialog.vue'
import { usePeopleChanges } from '#ui/features/directory/people-changes/usePeopleChanges.ts'
import { bulkActions } from '#ui/features/directory/people-changes/bulk-actions.ts'
import { useUndoStore } from '#ui/stores/undo.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { changedPeople } from '../../../helpers/people-changes.ts'
import { useServicePage } from '../../../helpers/service-page.ts'
import { PASSWORD } from '../../../helpers/sign-in.ts'

const service = useServicePage()
const WAIT = { timeout: 10_000 }

/** A person who can be suspended. */
async function anActivePerson(lastName: string) {
  const login = `${lastName.toLowerCase()}@example.test`
  const profile = { firstName: 'Ada', lastName, email: login, login }
  const body = { profile, credentials: { password: { value: PASSWORD } } }
  return (await service.client.call('createUser', { query: { activate: 'true' }, body })).body.id
}

const suspend = bulkActions.find(({ key }) => key === 'suspend') ?? expect.unreachable()

it('can be taken back as soon as it has ended, while the list of people is still being read', async () => {
  const id = await anActivePerson('Early')
  let changes!: ReturnType<typeof usePeopleChanges>
  const Page = defineComponent(() => {
    changes = usePeopleChanges(() => new Promise(() => {}))
    return () => h('main')
  })
  await mountPage(Page, { address: { path: '/' }, dialogs: true })
  await changes.service.begin(suspend, { ids: [id] }, '')
  const labels = () => useUndoStore().entries.map(({ label }) => label)
  await vi.waitFor(() => expect(labels()).toEqual(['1 person suspended']), WAIT)
  const { body } = await service.client.call('getPeopleChange', { params: { peopleChangeId: changes.openId.value } })
  changes.ended(body)
  expect(labels()).toHaveLength(1)
})

it('is told by its dialog before the report of it can be read', async () => {
  const person = await anActivePerson('Told')
  const change = await changedPeople({ client: service.client }, { act: 'suspend', ids: [person] })
  const told: (string | undefined)[] = []
  // A paragraph: while a slow machine reads the change, grey lines have the same role.
  const report = () => document.querySelector('[role=dialog] p[role=status]')?.textContent
  const Page = defineComponent(
    () => () =>
      h(PeopleChangeDialog, {
        id: change.id,
        onEnded: ({ id }) => told.push(id, report()),
      }),
  )
  await mountPage(Page, { address: { path: '/' }, dialogs: true })
  await vi.waitFor(() => expect(told).toEqual([change.id, undefined]), WAIT)
  await flushPromises()
})
