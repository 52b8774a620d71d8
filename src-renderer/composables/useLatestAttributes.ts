import { useEventListener } from '@vueuse/core'
import { useCustomAttributesStore } from '#ui/stores/custom-attributes.ts'

/**
 * The attributes that the organization has added, for a page that searches by them: read again whenever the page opens or its window comes
 * to the front, since scripts change schemas too.
 */
export function useLatestAttributes() {
  const custom = useCustomAttributesStore()
  void custom.refresh()
  useEventListener(window, 'focus', () => void custom.refresh())
  return custom
}
