import { ArrowLeftRight } from '@lucide/vue'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { KINDS } from '#contract/kinds.ts'
import { api } from '#ui/api/client.ts'
import { pathOf } from '#ui/domain/paths.ts'
import type { UsePaletteLines } from '#ui/resource/feature.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import type { Connection } from '#contract/gatehouse/connection.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The connections as lines of the palette, by their names and addresses. */
export const useConnectionLines: UsePaletteLines = () => {
  const found = shallowRef<readonly Connection[]>([])
  const leaving = new AbortController()
  onScopeDispose(() => leaving.abort())
  if (useRightsStore().can('listConnections'))
    void api.all('listConnections', { signal: leaving.signal }).then(
      (all) => (found.value = all),
      // The page Sync says why they cannot be read.
      () => {},
    )
  return computed(() =>
    found.value.map(({ id, name, address }) => ({
      key: `connection ${id}`,
      section: capital(KINDS.connection.plural),
      label: name,
      words: `${address} ${KINDS.connection.singular} sync ${id}`,
      icon: ArrowLeftRight,
      to: pathOf('connection', id),
    })),
  )
}
