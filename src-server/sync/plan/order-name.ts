import { POLICY_TYPES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'

/** What the order of a list is called, such as `Order of rules`, or `Order of password policies`: each type of policies has a list of its own. */
export const orderName = (kind: SyncKind, list: string): string => `Order of ${listed(kind, list)}`

function listed(kind: SyncKind, list: string): string {
  if (kind !== 'policy' || !isPolicyType(list)) return SYNCED_KINDS[kind].plural
  const { label } = POLICY_TYPES[list]
  return `${label.charAt(0).toLowerCase()}${label.slice(1).replace(/policy$/, 'policies')}`
}

const isPolicyType = (list: string): list is PolicyType => Object.hasOwn(POLICY_TYPES, list)
