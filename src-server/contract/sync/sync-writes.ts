import type { SyncKind } from './kind-names.ts'
import { ACCESS_WRITES } from './writes/access.ts'
import { APPS_WRITES } from './writes/apps.ts'
import { DIRECTORY_WRITES } from './writes/directory.ts'
import { ORGANIZATION_WRITES } from './writes/organization.ts'
import { POLICIES_WRITES } from './writes/policies.ts'
import type { Writing } from './writing.ts'

/** How each kind is written to a side: a kind without a row does not compile. */
export const SYNC_WRITES: Readonly<Record<SyncKind, Writing>> = {
  ...ORGANIZATION_WRITES,
  ...DIRECTORY_WRITES,
  ...POLICIES_WRITES,
  ...APPS_WRITES,
  ...ACCESS_WRITES,
}
