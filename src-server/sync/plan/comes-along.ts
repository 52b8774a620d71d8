import { valueAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import type { SyncObject } from '../snapshot.ts'

/** The kinds of which each side has a default one by itself. WHY not all: a scope that is `default` is one that clients get unasked. */
const WITH_DEFAULT: ReadonlySet<SyncKind> = new Set(['userType', 'authorizationServer'])

/** Whether an object is made by the side itself, with what it belongs to. */
export const comesAlong = ({ kind, body }: SyncObject): boolean =>
  SYNC_WRITES[kind].create === null ||
  valueAt(body, 'system') === true ||
  (WITH_DEFAULT.has(kind) && valueAt(body, 'default') === true)
