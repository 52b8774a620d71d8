import type { NSelect } from 'naive-ui'
import Raw from './SelectBox.vue'

/**
 * A select as readers know it: combobox, listbox and options, with what is open, active and chosen; it has the props and
 * slots of naive-ui's. WHY the cast: all of them are handed on, which the compiler cannot see.
 */
export const SelectBox = Raw as unknown as typeof NSelect
