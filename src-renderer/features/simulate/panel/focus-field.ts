import type { Field } from '#ui/domain/sign-in.ts'

/** Scrolls to the input inside `data-field` and focuses it. */
export function focusField(field: Field): void {
  const element = document.querySelector(`[data-field="${field}"]`)
  element?.scrollIntoView({ block: 'nearest' })
  const input = element?.querySelector<HTMLElement>('input:checked') ?? element?.querySelector<HTMLElement>('input')
  input?.focus({ preventScroll: true })
}
