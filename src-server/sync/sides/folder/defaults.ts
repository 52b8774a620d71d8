import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'

const OF_POLICIES: Body = { status: 'ACTIVE', system: false }

/** What a file that was written by hand need not say: an object that is made without it has the same. */
export const DEFAULTS: Readonly<Partial<Record<SyncKind, Body>>> = {
  group: { type: 'SVC_GROUP' },
  zone: { status: 'ACTIVE', system: false, usage: 'POLICY' },
  policy: OF_POLICIES,
  rule: OF_POLICIES,
  serverPolicy: OF_POLICIES,
  serverRule: OF_POLICIES,
  app: { status: 'ACTIVE' },
}
