import type { User } from '#contract/directory/user.ts'
import { api, type CallInput } from '#ui/api/client.ts'
import { personName } from '#ui/api/entities.ts'
import { defineResource, type Resource } from '#ui/resource/define-resource.ts'

const directory = defineResource({
  kind: 'user',
  title: 'People',
  operations: { list: 'listUsers', get: 'getUser', create: 'createUser', replace: 'updateUser', remove: 'deleteUser' },
  nameOf: personName,
})

type CreateBody = NonNullable<CallInput<'createUser'>['body']>

/** People, whom the policies are about. */
export const people: Resource<User> = {
  ...directory,
  /** `activate`, which the form holds beside the body, goes into the address of the request. */
  create(draft) {
    const { activate, ...body } = draft as CreateBody & { activate?: boolean }
    return api.call('createUser', { body, query: { activate: activate ? 'true' : 'false' } })
  },
  /** Deletes for good. WHY the look first: of a person who is active again the same request only deactivates. */
  async remove(userId) {
    const { status } = await directory.read(userId)
    if (status !== 'DEPROVISIONED') throw new Error('This person was activated meanwhile. Deactivate them first.')
    await directory.remove(userId)
  },
}
