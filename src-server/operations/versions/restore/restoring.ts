import { invalid, type ApiError } from '#contract/interface/api-error.ts'
import type { VersionKind } from '#contract/gatehouse/version.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'

/** A state to go back to, and the newest one, without a body where the object was deleted. */
export interface Restoring<Kind extends VersionKind> {
  to: VersionBodies[Kind]
  parentId: string | null
  newest: ObjectVersionRow
  /** The body of the newest one. */
  current: VersionBodies[Kind] | null
  /** Of the secrets, which no version has: those of the object stay. */
  box: SecretBox
}

/** How the objects of a kind go back to a state, by the use cases that change them otherwise. */
export interface RestoreOf<Kind extends VersionKind> {
  restore: (tx: Tx, restoring: Restoring<Kind>) => Promise<void>
  /** Deletes what a change had created. */
  remove: (tx: Tx, made: ObjectVersionRow) => Promise<unknown>
}

/** Why a version cannot be restored, whatever it has. */
export const notRestorable = (why: string): ApiError => invalid('versionId', why, 'path')

/** For kinds of which a deleted object does not come back. @throws ApiError E0000001 */
export function assertExists<Body>(current: Body | null, why: string): asserts current is Body {
  if (current === null) throw notRestorable(`it was deleted, and cannot be made again: ${why}`)
}
