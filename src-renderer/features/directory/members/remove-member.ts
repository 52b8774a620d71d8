import { LIMITS } from '#contract/interface/limits.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { settledChange, undoChange } from '../people-changes/follow-change.ts'
import { joinGroup } from './join-group.ts'

/** Takes a removal back. @throws ApiError */
export type PutBack = () => Promise<unknown>

/**
 * Removes a person from a group. Whom a rule put there is excepted from it: the service notes that, and takes it back, only for a
 * change of people.
 * @throws ApiError
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
  if (refusal) throw refusedFor(refusal)
  return () => putBack(id)
}

async function putBack(changeId: string): Promise<void> {
  const { kept } = (await undoChange(changeId)).counts
  if (kept > 0) throw refusedFor('Nothing is left that would put this person into the group: add them by hand.')
}

/** WHY with a status: an undo that the service never got is offered again, and this one was refused. */
const refusedFor = (summary: string) => new ApiError({ status: 409, code: 'NOT_CHANGED', summary })
