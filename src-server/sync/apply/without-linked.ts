import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { WriteCall } from '#contract/sync/writing.ts'

/** A request without the fields that only links of the object hold. */
export function withoutLinked(kind: SyncKind, call: WriteCall): WriteCall {
  const { fromLinks } = SYNCED_KINDS[kind]
  if (!call.body || !fromLinks) return call
  const kept = Object.entries(call.body).filter(([key]) => !Object.hasOwn(fromLinks, key))
  return { ...call, body: Object.fromEntries(kept) }
}
