import { computed } from 'vue'
import type { Connection } from '#contract/gatehouse/connection.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'

/** The connections whose remotes can say what that of another is to be as; none until they are known. */
export function useSources({ id, address }: Pick<Connection, 'id' | 'address'>) {
  const all = useResource((signal) => api.all('listConnections', { signal }))
  return computed(() =>
    (all.data.value ?? []).filter((one) => one.id !== id && one.address !== address && one.people.mode === 'ALL'),
  )
}
