import type { PolicyType } from '#contract/policy/policy-types.ts'

/** The element id of a type's card. */
export function cardId(type: PolicyType): string {
  return `verdict-${type.toLowerCase().replaceAll('_', '-')}`
}
