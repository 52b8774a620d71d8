// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { GroupOwner } from '#contract/directory/group-owner.ts'
import GroupOwners from '#ui/features/directory/GroupOwners.vue'
import type { Membership } from '#ui/resource/membership/useMembership.ts'
import { useUndoStore } from '#ui/stores/undo.ts'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

afterEach(() => vi.unstubAllGlobals())

it('who owns the group already stays as they are: nothing is added, refused or to be taken back', async () => {
  const asked: string[] = []
  answerPage(({ method, pathname }) => {
    asked.push(`${method} ${pathname}`)
    if (method === 'POST')
      return Response.json({ errorCode: 'E0000001', errorSummary: 'Ada owns the group already' }, { status: 400 })
    return Response.json([{ id: '00u1', type: 'USER', displayName: 'Ada', resolved: true }])
  })
  const { page } = await mountPage(GroupOwners, { props: { groupId: '00g1', name: 'Crew' } })
  const card = page.findComponent({ name: 'MembershipCard' })
  const { membership } = card.props() as { membership: Membership<GroupOwner> }
  expect(await membership.add(['00u1'])).toEqual([])
  expect([membership.failed.value, useUndoStore().last]).toEqual([null, undefined])
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([])
})
