import type { PolicyResourceDefinition } from '#contract/policy/resources/definitions.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { viewOf } from '#operations/policy-resources/view.ts'
import { lifecycleLink, link } from '../links.ts'

/** An object of any of the collections; the links show which verbs the collection's own rules allow now. */
export function presentPolicyResource(definition: PolicyResourceDefinition, row: PolicyResourceRecord, base: string) {
  const self = `${base}/api/v1/${definition.path}/${row.id}`
  const [created, lastUpdated] = definition.stamps
  const isSystem = row.system
  const deletable = !isSystem && !(definition.kind === 'authenticator' && row.status === 'ACTIVE')
  return {
    id: row.id,
    ...viewOf(definition, row),
    [created]: row.created,
    [lastUpdated]: row.lastUpdated,
    _links: {
      self: link(self, 'GET', 'PUT', ...(deletable ? ['DELETE'] : [])),
      ...(definition.lifecycle && !isSystem ? lifecycleLink(self, row.status) : {}),
    },
  }
}
