// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { defineComponent, h, type Component } from 'vue'
import type { App } from '#contract/apps/app.ts'
import type { User } from '#contract/directory/user.ts'
import ApplicationPage from '#ui/features/applications/ApplicationPage.vue'
import { applications } from '#ui/features/applications/applications.ts'
import AssignedGroups from '#ui/features/applications/assignments/AssignedGroups.vue'
import { applicationBulk } from '#ui/features/applications/list/application-bulk.ts'
import GroupMembers from '#ui/features/directory/GroupMembers.vue'
import { bulkActions } from '#ui/features/directory/people-changes/bulk-actions.ts'
import { people } from '#ui/features/directory/people.ts'
import { bulkActionsOf, type BulkAction } from '#ui/resource/list/bulk.ts'
import BulkDialog from '#ui/resource/list/BulkDialog.vue'
import BulkTargetField from '#ui/resource/list/BulkTargetField.vue'
import LossGate from '#ui/resource/review/LossGate.vue'
import { mountPage } from '../../../helpers/mount-page.ts'
import { buttonReady, pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'

const service = useServicePage()

const WAIT = { timeout: 10_000 }
const dialog = () => document.querySelector('[role=dialog]')
const says = (text: string) => vi.waitFor(() => expect(dialog()?.textContent).toContain(text), WAIT)
const submit = () =>
  dialog()
    ?.querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }))
async function type(text: string) {
  const input = await vi.waitFor(() => dialog()?.querySelector('input') ?? expect.unreachable(text), WAIT)
  input.value = text
  input.dispatchEvent(new Event('input'))
}

/** A page with the dialogs that the shell has. */
const open = (component: Component, props: object, address = '/', path?: string) => {
  const page = defineComponent(() => () => [h(component, props), h(LossGate)])
  const routes = path ? [{ path, component: { render: () => null } }] : []
  return mountPage(page, { address, routes })
}

/** A group of two people; each other group has the same application without anybody. */
async function aCase() {
  const [app, group, empty] = [await service.make.anApp(), await service.make.aGroup(), await service.make.aGroup()]
  const members: User[] = []
  for (const firstName of ['Ada', 'Bo'])
    members.push(await service.make.aUser({ firstName, lastName: 'Low' }, [group.id]))
  for (const { id: groupId } of [group, empty])
    await service.client.call('assignAppGroup', { params: { appId: app.id, groupId }, body: {} })
  return { app, group, empty, members }
}
const groupsOf = async ({ id: appId }: App) =>
  (await service.client.call('listAppGroups', { params: { appId } })).body.map(({ id }) => id)
const statusOf = async ({ id: appId }: App) => (await service.client.call('getApp', { params: { appId } })).body.status

describe('a group of an application is taken away', () => {
  it('once it was said how many people lose the application, with their names on demand', async () => {
    const { app, group, empty } = await aCase()
    await open(AssignedGroups, { appId: app.id, name: app.label })
    await pressButton(`Unassign from ${group.profile.name}`)
    await says(`2 people lose ${app.label}`)
    expect(await groupsOf(app)).toContain(group.id)
    await pressButton('Show names')
    await says('Bo Low')
    submit()
    await vi.waitFor(async () => expect(await groupsOf(app)).toEqual([empty.id]), WAIT)
  })

  it('at once where no one loses it, and not at all where one goes back', async () => {
    const { app, group, empty } = await aCase()
    await open(AssignedGroups, { appId: app.id, name: app.label })
    await pressButton(`Unassign from ${empty.profile.name}`)
    await vi.waitFor(async () => expect(await groupsOf(app)).toEqual([group.id]), WAIT)
    expect(dialog()).toBeNull()
    await pressButton(`Unassign from ${group.profile.name}`)
    await says(`2 people lose ${app.label}`)
    await pressButton('Cancel')
    await vi.waitFor(() => expect(dialog()).toBeNull(), WAIT)
    expect(await groupsOf(app)).toEqual([group.id])
  })
})

describe('an application is deactivated', () => {
  const show = ({ id }: App) => open(ApplicationPage, {}, `/applications/${id}`, '/applications/:appId')

  it('once it was said how many people lose it, and its name was typed', async () => {
    const { app } = await aCase()
    await show(app)
    await pressButton('Deactivate…')
    await says(`2 people lose ${app.label}`)
    submit()
    expect(await statusOf(app)).toBe('ACTIVE')
    await type(app.label)
    await buttonReady('Deactivate application')
    submit()
    await vi.waitFor(async () => expect(await statusOf(app)).toBe('INACTIVE'), WAIT)
  })

  it('at once where no one has it', async () => {
    const app = await service.make.anApp()
    await show(app)
    await pressButton('Deactivate…')
    await vi.waitFor(async () => expect(await statusOf(app)).toBe('INACTIVE'), WAIT)
  })

  it('with others, or deleted with them, once it was said who loses which, and the act was typed', async () => {
    const [one, two] = [await aCase(), await aCase()]
    const actions = bulkActionsOf(applications, applicationBulk('identity'))
    for (const key of ['deactivate', 'delete']) {
      const action = actions.find((known) => known.key === key)
      const { page } = await open(BulkDialog as Component, {
        ...{ resource: applications, action, objects: [one.app, two.app] },
      })
      await says('4 people lose access to one or more of 2 applications.')
      await says(`2 people lose ${two.app.label}`)
      const confirm = () => dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')
      await vi.waitFor(() => expect(dialog()?.textContent).toContain(`Type “${key} 2”`), WAIT)
      expect(confirm()?.disabled).toBe(true)
      await type(`${key} 2`)
      await vi.waitFor(() => expect(confirm()?.disabled).toBe(false), WAIT)
      page.unmount()
    }
  })
})

describe('people are removed from a group', () => {
  it('one of them once it was said what that person loses', async () => {
    const { app, group, members } = await aCase()
    await open(GroupMembers, { groupId: group.id, name: group.profile.name, editable: true })
    await pressButton(`Remove Ada Low from ${group.profile.name}`)
    await says(`Ada Low loses ${app.label}`)
    submit()
    const left = async () =>
      (await service.client.call('listGroupMembers', { params: { groupId: group.id } })).body.map(({ id }) => id)
    await vi.waitFor(async () => expect(await left()).toEqual([members[1]?.id]), WAIT)
  })

  it('many of them once it was said what they lose by the group that was chosen', async () => {
    const { app, group, members } = await aCase()
    const action = bulkActions.find(({ key }) => key === 'remove_from_group') as BulkAction
    const begin = vi.fn(() => Promise.resolve())
    const { page } = await open(BulkDialog as Component, {
      resource: people,
      action,
      objects: members,
      service: { count: () => Promise.resolve(0), begin },
    })
    page.findComponent(BulkTargetField).vm.$emit('update:modelValue', group.id)
    await says(`2 people lose ${app.label}`)
    await vi.waitFor(
      () => expect(dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(false),
      WAIT,
    )
    submit()
    const ids = members.map(({ id }) => id)
    await vi.waitFor(() => expect(begin).toHaveBeenCalledWith(expect.anything(), { ids }, group.id), WAIT)
  })
})
