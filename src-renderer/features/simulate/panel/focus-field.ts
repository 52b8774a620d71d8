import type { Field } from '../context.ts'

/** Puts the focus into an input of the page, wherever it is scrolled to: the one inside `data-field`. */
export function focusField(field: Field): void {
  const holder = document.querySelector(`[data-field="${field}"]`)
  holder?.scrollIntoView({ block: 'nearest' })
  const input = holder?.querySelector<HTMLElement>('input:checked') ?? holder?.querySelector<HTMLElement>('input')
  input?.focus({ preventScroll: true })
}
