// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import GroupRuleDrawer from '#ui/features/directory/group-rules/GroupRuleDrawer.vue'
import { aGroupRule } from '../../../helpers/group-rules.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { useServicePage } from '../../../helpers/service-page.ts'

const service = useServicePage()

/** The buttons of a rule, each with why it is off. */
async function buttonsOf(groupRuleId: string): Promise<string[]> {
  const rule = (await service.client.call('getGroupRule', { params: { groupRuleId } })).body
  await mountPage(defineComponent({ render: () => h(GroupRuleDrawer, { rule }) }))
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
  return buttons
    .map(({ textContent, disabled, title }) => `${textContent.trim()}${disabled ? `: ${title}` : ''}`)
    .filter((text) => /^(?:Edit|Activate|Deactivate)/.test(text))
}

describe('a rule that is invalid, since a group of it was deleted', () => {
  it('is neither edited nor activated, and says why, until that is back', async () => {
    const { id: groupId } = await service.make.aGroup()
    const { id } = await aGroupRule(service.client, 'user.title == "x"', [groupId])
    await service.client.call('deleteGroup', { params: { groupId } })
    expect(await buttonsOf(id)).toEqual(['Edit…: A group that it puts people into is gone'])
  })

  it('can be activated once the group is back', async () => {
    const { id: groupId } = await service.make.aGroup()
    const { id } = await aGroupRule(service.client, 'user.title == "x"', [groupId])
    await service.client.call('deleteGroup', { params: { groupId } })
    const [newest] = (await service.client.call('listVersions', { query: { id: groupId } })).body
    await service.client.call('undoVersion', { params: { versionId: newest?.id ?? '' } })
    expect(await buttonsOf(id)).toEqual(['Edit…: Its groups are back: activate it first', 'Activate…'])
  })
})
