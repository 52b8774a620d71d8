import type { SyncPair, SyncPairWrite } from '#contract/gatehouse/sync-pair.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { usePages } from '#ui/composables/usePages.ts'

/** The pairs that people have made for a connection, and how they are made and removed. @param changed called after each change */
export function useHandPairs(connectionId: string, changed: () => void) {
  const params = { connectionId }
  const list = usePages<SyncPair>((after, signal) =>
    api.page('listConnectionPairs', {
      ...{ params, signal },
      query: { limit: LIMITS.page.syncPairs.fallback, ...(after === null ? {} : { after }) },
    }),
  )

  /** Makes some, one after the other, until one is refused; those before it stay. */
  const pairing = useAction(async (pairs: readonly SyncPairWrite[]) => {
    let made = 0
    try {
      for (const body of pairs) {
        await api.call('pairObjects', { params, body })
        made += 1
      }
    } finally {
      if (made > 0) {
        void list.reload()
        changed()
      }
    }
    return true
  })
  const removing = useAction(async ({ kind, ours }: Pick<SyncPair, 'kind' | 'ours'>) => {
    await api.call('unpairObjects', { params: { ...params, kind, ours: ours.id } })
    void list.reload()
    changed()
    return true
  })
  return { list, pairing, removing }
}

export type HandPairs = ReturnType<typeof useHandPairs>
