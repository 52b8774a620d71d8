import { NTag, type SelectOption } from 'naive-ui'
import { h, type FunctionalComponent, type VNodeChild } from 'vue'
import type { NameEntry } from '#ui/stores/names.ts'

/** An option of `EntityPicker`: the name, and beside it what tells namesakes apart. */
export function optionLabel(option: SelectOption): VNodeChild {
  const detail = typeof option.detail === 'string' ? option.detail : ''
  return h('span', { style: 'display: flex; gap: 8px; align-items: baseline; min-width: 0' }, [
    h('span', { style: 'white-space: nowrap' }, String(option.label)),
    detail ? h('span', { class: 'small soft ellipsis' }, detail) : null,
  ])
}

interface TagProps {
  option: SelectOption
  handleClose: () => void
  entry?: NameEntry
  multiple?: boolean
  disabled?: boolean
}

/** A chosen object; one that was deleted shows its id, struck through, with the word. */
export const entityTag: FunctionalComponent<TagProps> = ({ option, handleClose, entry, multiple, disabled }) => {
  const gone = entry?.state === 'deleted'
  // The library asks for the option of what it does not list only once, maybe before the name has come.
  const name = entry?.state === 'known' ? entry.name : String(option.label)
  const words = gone ? [h('s', { class: 'mono' }, String(option.value)), ' deleted'] : name
  if (!multiple) return h('span', { class: gone ? 'soft' : undefined }, words)
  // WHY the size here: inside a select the library gives its tags the select's own.
  const style = 'font-size: var(--size-small)'
  return h(
    NTag,
    {
      size: 'small',
      style,
      closable: !disabled,
      type: gone ? 'error' : 'default',
      onClose: handleClose,
      onMousedown: (event: MouseEvent) => event.preventDefault(),
    },
    () => words,
  )
}
entityTag.props = ['option', 'handleClose', 'entry', 'multiple', 'disabled']
