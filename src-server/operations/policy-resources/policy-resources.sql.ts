import type { PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import type { Reader } from '#db/connection.ts'
import { prefixPattern } from '#db/page.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'

interface Which {
  /** Which are seen, in SQL. */
  condition: string
  kind: PolicyResourceKind
  /** Empty: any. */
  type: string
  /** How the name begins. */
  prefix: string
  /** An id; empty at the start. */
  after: string
  limit: number
}

/** Objects of a kind by id. */
export function readPolicyResources(
  reader: Pick<Reader, 'all'>,
  { condition, kind, type, prefix, after, limit }: Which,
): Promise<PolicyResourceRecord[]> {
  const tail = `WHERE ${condition} AND kind = ?1 AND id > ?2 AND name LIKE ?3 ESCAPE '\\' AND (?4 = '' OR type = ?4) ORDER BY id LIMIT ?5`
  return policyResources.all(reader, tail, [kind, after, prefixPattern(prefix), type, limit])
}
