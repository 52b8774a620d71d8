/** Whether the keyboard calls its main modifier ⌘. */
const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

const MAC: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Up: '↑', Down: '↓', Enter: '↵' }
const OTHERS: Record<string, string> = { Mod: 'Ctrl', Up: '↑', Down: '↓' }

/** The words of a combination such as `Mod+K`, one per key. */
export function keyLabels(keys: string, mac = isMac): string[] {
  const words = mac ? MAC : OTHERS
  return keys.split('+').map((key) => words[key] ?? key)
}

/** Combinations that follow each other, such as `G P`: each as {@link keyLabels}. */
export const sequenceLabels = (keys: string, mac = isMac): string[][] =>
  keys.split(' ').map((each) => keyLabels(each, mac))

/** Whether an event is typing in a field, where single-letter keys mean themselves. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return Boolean(target?.closest('input, textarea, select, [contenteditable="true"]'))
}

/** Whether an event asks to take the last change back: Ctrl+Z or ⌘Z. */
export function isUndo(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z'
}

/**
 * Whether a dialog or an editor lies over the page: keys of the page then mean nothing. One that is fading out is closed,
 * so that a key pressed right after Escape is not lost.
 */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[aria-modal="true"]')
  return [...dialogs].some((dialog) => !dialog.closest('[class*="-leave-active"]'))
}
