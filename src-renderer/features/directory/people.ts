import { personName } from '#ui/api/entities.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

/** People, whom the policies are about. */
export const people = defineResource({
  kind: 'user',
  title: 'People',
  operations: { list: 'listUsers', get: 'getUser' },
  nameOf: personName,
})
