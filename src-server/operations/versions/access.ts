import type { Permission } from '#contract/access/role-permissions.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import { kindOfVersions, VERSION_KINDS, type VersionKind } from '#contract/gatehouse/version.ts'
import { KINDS } from '#contract/kinds.ts'
import { isLimitedKind } from '#audit-log/reached.sql.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import { isWithin } from '../service/within-limits.ts'
import { visibleVersions } from './read-versions.sql.ts'

/** Whether the token of a caller has a scope; that of a person who signed in has all. */
export type HasScope = (scope: Scope) => boolean

const areaOf = (kind: VersionKind) => KINDS[kindOfVersions(kind)].scope

/**
 * The versions that a caller may read, in SQL: those of the kinds, and of the objects, that they may read otherwise. INVARIANT: nothing
 * can be read from a version that could not be read from its object.
 */
export function readableVersions(
  reader: Pick<Reader, 'visible'>,
  hasScope: HasScope,
  kinds: readonly VersionKind[] = VERSION_KINDS,
): string {
  const readable = kinds.filter((kind) => hasScope(`svc.${areaOf(kind)}.read`))
  return visibleVersions(
    readable.map((kind) => ({ kind, visible: reader.visible('read', kindOfVersions(kind)) })),
    reader.visible('read', 'app'),
  )
}

/** Whether a caller may change the object of a version. @throws ApiError E0000006 */
export async function assertMayChange(
  reader: Pick<Reader, 'rights' | 'first'>,
  hasScope: HasScope,
  { kind, objectId }: Pick<ObjectVersionRow, 'kind' | 'objectId'>,
): Promise<void> {
  const scope = `svc.${areaOf(kind)}.manage` as const
  const limited = kindOfVersions(kind)
  const isPermitted = isLimitedKind(limited)
    ? await isWithin(reader, limited, objectId, scope)
    : reader.rights.reach(scope) === 'all'
  if (hasScope(scope) && isPermitted) return
  throw new ApiError('E0000006', { causes: [{ errorSummary: needs(scope) }] })
}

const needs = (permission: Permission) => `A change of this object needs ${permission}.`
