import type { ObjectVersion, ObjectVersionDetail } from '#contract/gatehouse/version.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import { BODIES, type VersionContext } from './bodies.ts'

/** A version as the wire shows it in lists. */
export function presentVersion({ id, ...version }: ObjectVersionRow): ObjectVersion {
  const { kind, objectId, parentId, action, name, changedAt, actor, eventUuid, reason } = version
  const what = { kind, objectId, parentId, version: version.version, action, name }
  return { id: String(id), ...what, changedAt, actor, eventUuid, reason }
}

/** A version with its object, as the interface would show it. */
export async function presentDetail(row: ObjectVersionRow, context: VersionContext): Promise<ObjectVersionDetail> {
  // WHY the cast: the kind in the row says which body it has.
  const present = BODIES[row.kind] as (body: object, parentId: string | null, context: VersionContext) => unknown
  const body = row.body && withoutLinks((await present(row.body, row.parentId, context)) as object)
  return { ...presentVersion(row), body }
}

/** WHY not part of what is stored: links and names are those of now, as are the authenticators that settings list. */
const withoutLinks = (view: object) => Object.fromEntries(Object.entries(view).filter(([key]) => key !== '_links'))
