const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
/** Where these keys mean something of their own. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="menu"], [role="radiogroup"], .n-radio-group'

/** Which way a key leads from an open event to its neighbour; null where it does not or means something else. */
export function stepOf(pressed: KeyboardEvent): 1 | -1 | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey || pressed.defaultPrevented) return null
  const target = pressed.target as Element | null
  if (target?.closest?.(OWN_KEYS)) return null
  return STEPS[pressed.key] ?? null
}
