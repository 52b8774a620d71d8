import type { PolicyType } from '../../../src-server/contract/policy-types.ts'

/** The document's id of a type's card. */
export function cardId(type: PolicyType): string {
  return `verdict-${type.toLowerCase().replaceAll('_', '-')}`
}
