import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useToasts } from '#ui/composables/useToasts.ts'
import { isDialogOpen, isTyping, isUndo } from '#ui/lib/keys.ts'
import { PAGE_KEYS, usePageKeysStore } from '#ui/stores/page-keys.ts'
import { usePaletteStore } from '#ui/stores/palette.ts'
import { GO_TO } from './features.ts'

/** So long the program waits for the second key after G. */
const SEQUENCE_MS = 1_500

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey
const isPageKey = (key: string): key is keyof typeof PAGE_KEYS => Object.hasOwn(PAGE_KEYS, key)

/** The keys that work everywhere: single ones never while a person types, and none of a page while a dialog lies over it. */
export function useShellKeys(collapsed: Ref<boolean>): void {
  const palette = usePaletteStore()
  const page = usePageKeysStore()
  const notes = useToasts()
  const router = useRouter()
  /** When G was pressed; what follows soon after names a page. */
  let begun = -Infinity

  /** @returns whether the key was the second of a sequence */
  function goTo(event: KeyboardEvent): boolean {
    const isSecond = event.timeStamp - begun < SEQUENCE_MS
    begun = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity
    const place = isSecond ? GO_TO.get(event.key) : undefined
    if (place) void router.push(place.to)
    return isSecond
  }

  const SINGLE: Readonly<Record<string, () => void>> = {
    '?': () => (palette.keysOpen = true),
    '[': () => (collapsed.value = !collapsed.value),
  }

  function pressed(event: KeyboardEvent) {
    if (isDialogOpen() || event.repeat || goTo(event)) return
    if (!isPageKey(event.key) || !page.offered.has(PAGE_KEYS[event.key].name)) return
    // Else the letter would be typed into the field that opens.
    event.preventDefault()
    page.run(PAGE_KEYS[event.key].name)
  }

  useEventListener(window, 'keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      palette.open = !palette.open
    } else if (isUndo(event) && !isTyping(event) && !isDialogOpen()) {
      event.preventDefault()
      void notes.takeBack()
    } else if (!isTyping(event) && !hasModifier(event)) {
      SINGLE[event.key]?.()
      pressed(event)
    }
  })
}
