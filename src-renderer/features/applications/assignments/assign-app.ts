import { asApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'

/** What a call gives, or null where the service knows no such thing. @throws ApiError */
async function orNone<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (thrown) {
    if (asApiError(thrown).status === 404) return null
    throw thrown
  }
}

/** The assignment of one person, or null. @throws ApiError */
export const assignedUser = (appId: string, userId: string) =>
  orNone(api.call('getAppUser', { params: { appId, userId } }))

/**
 * Assigns a group. WHY looked for first: assigning again would put the assignment's profile back to nothing.
 * @returns false where it was assigned already @throws ApiError
 */
export async function assignGroup(appId: string, groupId: string) {
  const params = { appId, groupId }
  if (await orNone(api.call('getAppGroup', { params }))) return false
  return api.call('assignAppGroup', { params, body: {} })
}

/** Assigns a person directly. @returns false where they were so already; through a group is another matter @throws ApiError */
export async function assignPerson(appId: string, id: string) {
  if ((await assignedUser(appId, id))?.scope === 'USER') return false
  return api.call('assignAppUser', { params: { appId }, body: { id } })
}
