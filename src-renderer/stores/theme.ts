import { useEventListener, usePreferredDark, useStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, watch, watchSyncEffect } from 'vue'
import { bridge } from '#ui/api/bridge.ts'
import { cssVariables, DENSITIES, type Density, type Scheme } from '#ui/lib/theme-tokens.ts'

export type ThemeMode = 'system' | 'light' | 'dark'

/** What another version wrote and this one does not know is the default. */
const densities = {
  read: (text: string): Density => (Object.hasOwn(DENSITIES, text) ? (text as Density) : 'comfortable'),
  write: (density: Density) => density,
}

/** Light or dark, and the density: the administrator's choice, or the system's. Writes the tokens to the document. */
export const useThemeStore = defineStore('theme', () => {
  const mode = useStorage<ThemeMode>('gatehouse.theme', 'system')
  const density = useStorage<Density>('gatehouse.density', 'comfortable', undefined, { serializer: densities })
  const prefersDark = usePreferredDark()
  const chosen = computed<Scheme>(() => (mode.value === 'system' ? (prefersDark.value ? 'dark' : 'light') : mode.value))
  const isPrinting = ref(false)
  useEventListener(window, 'beforeprint', () => (isPrinting.value = true))
  useEventListener(window, 'afterprint', () => (isPrinting.value = false))
  // Paper is white, and printers leave grounds out: light words would not be seen on it.
  const scheme = computed<Scheme>(() => (isPrinting.value ? 'light' : chosen.value))

  // WHY at once: the page is printed as soon as `beforeprint` has been heard.
  watchSyncEffect(() => {
    const { style, dataset } = document.documentElement
    for (const [name, value] of Object.entries(cssVariables(scheme.value, density.value)))
      style.setProperty(name, value)
    style.colorScheme = scheme.value
    dataset.scheme = scheme.value
  })

  // The desktop colours its own parts (window frame, dialogs) alike.
  watch(
    mode,
    (now) => {
      if (bridge.available) void bridge.setTheme(now)
    },
    { immediate: true },
  )

  /** Goes to the opposite of what is seen. */
  function toggle() {
    mode.value = chosen.value === 'dark' ? 'light' : 'dark'
  }

  /** Of the rows of tables, in pixels. */
  const rowHeight = computed(() => DENSITIES[density.value].row)

  return { mode, scheme, toggle, density, rowHeight }
})
