import { computed, ref, watch, type Ref } from 'vue'
import type { RangeChoice } from './time-range.ts'

/**
 * The choice of a time range with a way back from a zoom.
 * @param choice the range in the address
 * @returns `chosen` to set a range (which forgets the way back), `before` the choice before the zoom or null, `zoom` and
 *   `back`
 */
export function useZoom(choice: Ref<RangeChoice>) {
  const before = ref<RangeChoice | null>(null)
  const chosen = computed({
    get: () => choice.value,
    set: (next) => {
      before.value = null
      choice.value = next
    },
  })
  // A zoom is a custom range: once a preset is shown (Back, a link), there is nothing to return to.
  watch(choice, ({ name }) => {
    if (name !== 'custom') before.value = null
  })
  function zoom(next: RangeChoice) {
    before.value ??= choice.value
    choice.value = next
  }
  function back() {
    if (before.value) chosen.value = before.value
  }
  return { chosen, before, zoom, back }
}
