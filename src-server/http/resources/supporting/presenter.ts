import type { SupportingDefinition } from '../../../operations/supporting/definitions.ts'
import { viewOf, type SupportingRow } from '../../../operations/supporting/objects.ts'
import { lifecycleLink, link } from '../links.ts'

/** An object of any of the supporting collections; the links allow what the collection's own rules let happen now. */
export function presentSupporting(definition: SupportingDefinition, row: SupportingRow, base: string) {
  const self = `${base}/api/v1/${definition.path}/${row.id}`
  const [created, lastUpdated] = definition.stamps
  const isSystem = row.system === 1
  const deletable = !isSystem && !(definition.kind === 'authenticator' && row.status === 'ACTIVE')
  return {
    id: row.id,
    ...viewOf(definition, row),
    [created]: row.created,
    [lastUpdated]: row.last_updated,
    _links: {
      self: link(self, 'GET', 'PUT', ...(deletable ? ['DELETE'] : [])),
      ...(definition.lifecycle && !isSystem ? lifecycleLink(self, row.status) : {}),
    },
  }
}
