// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import GroupMembers from '#ui/features/directory/GroupMembers.vue'
import PersonGroups from '#ui/features/directory/person/PersonGroups.vue'
import LossGate from '#ui/resource/review/LossGate.vue'
import { useUndoStore } from '#ui/stores/undo.ts'
import { aGroupRule, atRest } from '../../../helpers/group-rules.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'

const service = useServicePage()

const WAIT = { timeout: 10_000 }

/** A group with somebody whom a rule put there, and somebody who was added by hand. */
async function aCase() {
  const group = await service.make.aGroup()
  const ruled = await service.make.aUser({ firstName: 'Ada', lastName: group.id })
  const byHand = await service.make.aUser({ firstName: 'Bo', lastName: 'Low' }, [group.id])
  const rule = await aGroupRule(service.client, `user.lastName == "${group.id}"`, [group.id])
  await service.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
  await atRest(service.client)
  const reasonOf = async ({ id: userId }: { id: string }) => {
    const { body } = await service.client.call('listUserMemberships', { params: { userId }, query: {} })
    const { byHand: hand, rules } = body.find(({ id }) => id === group.id) ?? {}
    return hand === undefined ? null : { hand, rules: rules?.map(({ id }) => id) }
  }
  const excepted = async () =>
    (await service.client.call('getGroupRule', { params: { groupRuleId: rule.id } })).body.conditions.people?.users
      ?.exclude ?? []
  return { group, ruled, byHand, rule, reasonOf, excepted }
}

/** Removes somebody with the button on their row. */
async function remove(label: string) {
  await pressButton(label)
  const confirm = () => document.querySelector('[role=dialog] form')
  await vi.waitFor(() => {
    confirm()?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect(useUndoStore().last).toBeDefined()
  }, WAIT)
}
async function undo() {
  const stack = useUndoStore()
  await stack.undo(stack.last ?? expect.unreachable())
}

const PAGES = {
  group: ({ group }: Awaited<ReturnType<typeof aCase>>) =>
    h(GroupMembers, { groupId: group.id, name: group.profile.name, editable: true }),
  person: ({ ruled }: Awaited<ReturnType<typeof aCase>>) => h(PersonGroups, { userId: ruled.id, name: 'Ada' }),
}

describe.each(['group', 'person'] as const)('on the page of a %s', (page) => {
  it('undo of a removal brings back who was in the group by a rule as they were there', async () => {
    const at = await aCase()
    const { group, ruled, rule, reasonOf, excepted } = at
    await mountPage(defineComponent(() => () => [PAGES[page](at), h(LossGate)]))
    const who = page === 'group' ? `Ada ${group.id}` : 'Ada'
    await remove(`Remove ${who} from ${group.profile.name}`)
    expect([await reasonOf(ruled), await excepted()]).toEqual([null, [ruled.id]])
    await undo()
    expect([await reasonOf(ruled), await excepted()]).toEqual([{ hand: false, rules: [rule.id] }, []])
  })
})

it('who was there by hand is removed and brought back without a change of people', async () => {
  const at = await aCase()
  const { group, byHand, reasonOf } = at
  const changes = async () => (await service.client.call('listPeopleChanges', {})).body.length
  const before = await changes()
  await mountPage(defineComponent(() => () => [PAGES.group(at), h(LossGate)]))
  await remove(`Remove Bo Low from ${group.profile.name}`)
  expect(await reasonOf(byHand)).toBeNull()
  await undo()
  expect([await reasonOf(byHand), await changes()]).toEqual([{ hand: true, rules: [] }, before])
})
