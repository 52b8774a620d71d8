import type { ImportKind } from '#contract/directory/directory-import.ts'
import { importGroups } from './import-groups.ts'
import type { ImportKindDefinition } from './import-kind.ts'
import { importMemberships } from './import-memberships.ts'
import { importUsers } from './import-users.ts'

/** What each kind of file does to the directory. */
export const IMPORTS: Readonly<Record<ImportKind, ImportKindDefinition>> = {
  users: importUsers,
  groups: importGroups,
  memberships: importMemberships,
}
