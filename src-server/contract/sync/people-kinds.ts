import type { SyncKind } from './kind-names.ts'

/** The kinds that are people, or about single ones: a folder without people leaves them out, and so does a promotion. */
export const PEOPLE_KINDS: readonly SyncKind[] = [
  'user',
  'groupMembership',
  'groupOwner',
  'appUser',
  'userRole',
  'userRoleGroup',
  'userRoleApp',
]
