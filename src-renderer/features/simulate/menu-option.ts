import type { DropdownOption } from 'naive-ui'
import { h } from 'vue'

/** Theme of a dropdown whose options have two lines: the library only supports a fixed height. */
export const TWO_LINES = { optionHeightMedium: '46px' }

/** An option of a dropdown with a line of help below its label. */
export function optionWithHelp(key: string, label: string, help: string, disabled = false): DropdownOption {
  const lines = () =>
    h('span', { style: 'display: grid; align-content: center; height: 46px; line-height: 1.35' }, [
      label,
      h('span', { class: 'small soft' }, help),
    ])
  return { key, label: lines, disabled }
}
