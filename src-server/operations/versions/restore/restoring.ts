import type { VersionKind } from '#contract/gatehouse/version.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'

/** A state to go back to, and the newest one, without a body where the object was deleted. */
export interface Restoring<Kind extends VersionKind> {
  to: VersionBodies[Kind]
  parentId: string | null
  newest: ObjectVersionRow
}
