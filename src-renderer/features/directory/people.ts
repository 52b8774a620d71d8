import { personName } from '#ui/api/entities.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

/** People, whom the policies are about. */
export const people = defineResource({
  kind: 'user',
  title: 'People',
  path: PATHS.people,
  param: 'userId',
  operations: { list: 'listUsers', get: 'getUser' },
  nameOf: personName,
})
