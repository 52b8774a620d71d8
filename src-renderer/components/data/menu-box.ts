import type { NDropdown } from 'naive-ui'
import Raw from './MenuBox.vue'

/**
 * A menu as readers know it: menu and items, the focus in it while it is open and back on its button afterwards; it has the props and
 * slots of naive-ui's dropdown. WHY the cast: all of them are handed on, which the compiler cannot see.
 */
export const MenuBox = Raw as unknown as typeof NDropdown
