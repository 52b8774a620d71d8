import { inTurn } from '#ui/lib/in-turn.ts'
import { api } from '#ui/api/client.ts'
import { takeBackEach, unlessGone } from '#ui/api/take-back.ts'

/**
 * Adds a person to a group.
 * @returns whether they were not in it before: only then can it be taken back
 * @throws ApiError
 */
export async function joinGroup(userId: string, groupId: string, signal?: AbortSignal): Promise<boolean> {
  const given = signal ? { signal } : {}
  const groups = await api.all('listUserGroups', { params: { userId }, ...given })
  if (groups.some(({ id }) => id === groupId)) return false
  await api.call('addGroupMember', { params: { groupId, userId }, ...given })
  return true
}

/** When the members of groups were last changed. @throws ApiError */
export async function membershipStates(groupIds: readonly string[]): Promise<Record<string, string>> {
  const states = await inTurn([...new Set(groupIds)], async (groupId) => {
    const { lastMembershipUpdated } = await api.call('getGroup', { params: { groupId } })
    return [`members of ${groupId}`, lastMembershipUpdated] as const
  })
  return Object.fromEntries(states)
}

/** Why an undo of memberships is refused. */
export const membersMoved = (name: string) =>
  `The members of ${name} have changed since, so nothing was undone. Look at them, and change them by hand.`

/** Takes people out of a group again, the last one first. @throws ApiError */
export function leaveGroup(people: readonly { id: string; name: string }[], groupId: string): Promise<void> {
  const leave = ({ id: userId }: { id: string }) =>
    unlessGone(api.call('removeGroupMember', { params: { groupId, userId } }))
  return takeBackEach(people.toReversed(), leave, ({ name }) => name, 1)
}
