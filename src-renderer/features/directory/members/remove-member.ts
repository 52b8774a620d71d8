import { LIMITS } from '#contract/interface/limits.ts'
import { api } from '#ui/api/client.ts'
import { settledChange, undoChange } from '../people-changes/follow-change.ts'
import { joinGroup } from './join-group.ts'

/** Takes a removal back. @throws ApiError, Error with a sentence where the person cannot be put back */
export type PutBack = () => Promise<unknown>

/**
 * Removes a person from a group. Whom a rule put there is excepted from it: the service notes that, and takes it back, only for a
 * change of people.
 * @throws ApiError, Error with the reason why it is refused
 */
export async function removeMember(userId: string, groupId: string): Promise<PutBack> {
  if (await isByRule(userId, groupId)) return removeByChange(userId, groupId)
  await api.call('removeGroupMember', { params: { groupId, userId } })
  return () => joinGroup(userId, groupId)
}

async function isByRule(userId: string, groupId: string): Promise<boolean> {
  const query = { limit: LIMITS.page.userGroups.max }
  const memberships = await api.all('listUserMemberships', { params: { userId }, query })
  const membership = memberships.find(({ id }) => id === groupId)
  return membership !== undefined && (!membership.byHand || membership.rules.length > 0)
}

async function removeByChange(userId: string, groupId: string): Promise<PutBack> {
  const { id } = await api.call('createPeopleChange', { body: { act: 'remove_from_group', groupId, ids: [userId] } })
  const { problem, refused } = await settledChange(id)
  const refusal = problem ?? refused[0]?.problem
  if (refusal) throw new Error(refusal)
  return () => putBack(id)
}

async function putBack(changeId: string): Promise<void> {
  const { problem, counts } = await undoChange(changeId)
  if (problem) throw new Error(problem)
  if (counts.kept > 0) throw new Error('Nothing is left that would put this person into the group: add them by hand.')
}
