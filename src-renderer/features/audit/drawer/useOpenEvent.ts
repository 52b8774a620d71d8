import { computed } from 'vue'
import type { LogRow } from '#contract/log/log-browse.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'

/** The event with this uuid: at once from a row that is here, and with its link in the chain once the service answered. */
export function useOpenEvent(uuid: () => string, row: () => Pick<LogRow, 'event' | 'importId'> | null) {
  const read = useResource(
    (signal) => (uuid() ? api.call('getLogEvent', { params: { uuid: uuid() }, signal }) : Promise.resolve(null)),
    { watch: uuid },
  )
  const detail = computed(() => (read.data.value?.event.uuid === uuid() ? read.data.value : null))
  const listed = computed(() => (row()?.event.uuid === uuid() ? row() : null))
  return {
    /** The event as far as it is known; null while nothing is. */
    known: computed(() => listed.value ?? detail.value),
    /** With sequence and hash. */
    detail,
    error: computed(() => (detail.value || read.loading.value ? null : read.error.value)),
    reload: read.reload,
  }
}
