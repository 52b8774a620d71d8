import { h, type VNode } from 'vue'

/** The title of a dialog of `useDialog`, by which it is also called: the library leaves it without a name. */
export function dialogTitle(text: string): () => VNode {
  const name = ({ el }: VNode) => (el as HTMLElement).closest('[role="dialog"]')?.setAttribute('aria-label', text)
  return () => h('span', { onVnodeMounted: name }, text)
}
