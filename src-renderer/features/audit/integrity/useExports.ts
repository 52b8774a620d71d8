import { computed, ref } from 'vue'
import type { LogExport } from '#contract/log/log-transfer.ts'
import { api, type CallInput } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { usePolling } from '#ui/composables/usePolling.ts'
import { saveFrom } from '#ui/lib/save-file.ts'

export type ExportRequest = NonNullable<CallInput<'createLogExport'>['body']>
const EVERY_MS = 500

/** The exports of this run of the service. They are made there, so that they go on when the page is left. */
export function useExports() {
  const exports = useResource((signal) => api.call('listLogExports', { signal }))
  const list = computed(() => exports.data.value ?? [])
  const running = computed(() => list.value.some(({ state }) => state === 'RUNNING'))
  /** The one that was asked for here: it is saved as soon as it is ready. */
  const awaited = ref<string | null>(null)

  async function refresh() {
    await exports.reload()
    const ready = list.value.find(({ id, state }) => id === awaited.value && state === 'READY')
    if (ready) save(ready)
  }
  function save({ download, fileName, id }: LogExport) {
    if (awaited.value === id) awaited.value = null
    if (download) saveFrom(download, fileName)
  }
  usePolling(refresh, EVERY_MS, running)

  const starting = useAction(async (body: ExportRequest) => {
    const made = await api.call('createLogExport', { body })
    awaited.value = made.id
    await refresh()
    return made
  })
  const removing = useAction(async ({ id }: LogExport) => {
    await api.call('deleteLogExport', { params: { exportId: id } })
    if (awaited.value === id) awaited.value = null
    await exports.reload()
  })
  return { exports, list, running, starting, removing, save }
}
