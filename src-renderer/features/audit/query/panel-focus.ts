/** For a panel's `vue:mounted`: the keyboard goes on inside it, so that Escape and Tab mean the panel. */
export function focusInside({ el }: { el: unknown }): void {
  if (el instanceof HTMLElement) el.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}
