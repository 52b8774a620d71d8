import { computed, type WatchSource } from 'vue'
import { useResource } from '#ui/composables/useResource.ts'
import { groupSchema } from '#ui/resource/schema/schema-source.ts'

/** The attributes that the organization has added to groups, for forms and facts. @param again reads them again when it changes */
export function useGroupAttributes(again: WatchSource) {
  const schema = useResource(groupSchema().read, { watch: again })
  return {
    attributes: computed(() => schema.data.value?.definitions.custom.properties ?? {}),
    /** Whether forms can be drawn; without the schema they have what every group has. */
    isRead: computed(() => Boolean(schema.data.value ?? schema.error.value)),
  }
}
