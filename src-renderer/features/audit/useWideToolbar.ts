import { useMediaQuery } from '@vueuse/core'

/** Whether the toolbars have room for words on their buttons; else these have icons alone, with the words as their titles. */
export function useWideToolbar() {
  return useMediaQuery('(min-width: 1200px)')
}
