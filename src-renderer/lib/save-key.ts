/**
 * Saves at Ctrl+Enter. INVARIANT: listen with `capture`. A picker whose list is open takes Enter as well and would drop
 * the choice that is marked, just before it is saved: a rule for one group would become a rule for everyone.
 */
export function onSaveKey(event: KeyboardEvent, save: () => unknown): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  // Some fields take what is typed when they are left.
  const field = document.activeElement
  if (field instanceof HTMLInputElement) {
    field.blur()
    field.focus()
  }
  save()
}
