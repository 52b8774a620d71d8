import { createSharedComposable, useIntervalFn } from '@vueuse/core'
import { shallowRef } from 'vue'

const EVERY_MS = 20_000

/** The time of day, one clock for all that shows relative times; moves every 20 seconds. */
export const useClock = createSharedComposable(() => {
  const now = shallowRef(new Date())
  useIntervalFn(() => (now.value = new Date()), EVERY_MS)
  return now
})
