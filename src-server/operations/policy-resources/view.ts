import type { PolicyResourceDefinition } from '#contract/policy/resources/definitions.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'

/** An object as the wire shows it, without id, moments and links. */
export function viewOf(
  { immutableField, lifecycle }: PolicyResourceDefinition,
  { type, key, name, status, definition }: PolicyResourceRecord,
): Record<string, unknown> {
  return {
    ...(immutableField === 'key' ? { key, type } : { [immutableField]: type }),
    name,
    ...(lifecycle ? { status } : {}),
    ...definition,
  }
}
