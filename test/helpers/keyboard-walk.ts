import type { Page } from '@playwright/test'

/** More stops than any page has: a walk that is longer goes round in a part of it. */
const MOST_STOPS = 400
/** So many keys are pressed between two looks at where the walk is. */
const AT_ONCE = 8

declare global {
  interface Window {
    walk: { isDone: () => boolean; findings: () => string[] }
  }
}

/**
 * What is wrong with a walk by Tab through the page, or through the dialog that is open, each in a line: controls that it
 * does not come to, a step against the order in which one sees them, a focus that cannot be seen, and a walk without end.
 * @param layer what is walked through; the whole page unless said
 */
export async function keyboardFindings(page: Page, layer = 'body'): Promise<string[]> {
  await page.evaluate(begin, layer)
  for (let pressed = 0; pressed < MOST_STOPS; pressed += AT_ONCE) {
    for (let key = 0; key < AT_ONCE; key += 1) await page.keyboard.press('Tab')
    if (await page.evaluate(() => window.walk.isDone())) return page.evaluate(() => window.walk.findings())
  }
  return ['the walk does not come back to its start']
}

/** Runs in the page. */
async function begin(layer: string) {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
  const root = [...document.querySelectorAll(layer)].at(-1) ?? document.body
  const visited: HTMLElement[] = []

  const nameOf = (element: Element) => {
    const own = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? element.placeholder) : null
    const label = element.getAttribute('aria-label') ?? own ?? element.textContent.trim()
    return `<${element.tagName.toLowerCase()}> ${label.replaceAll(/\s+/g, ' ').slice(0, 40)}`
  }
  /** Of the choices of one question, Tab comes to one. */
  const isOtherChoice = (element: Element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
    const all = [...root.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
    const group = all.filter(({ name }) => name === element.name)
    return element !== (group.find(({ checked }) => checked) ?? group[0])
  }
  const controls = () =>
    [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        !element.closest('[inert], [aria-hidden="true"]') &&
        width > 0 &&
        height > 0 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !isOtherChoice(element)
      )
    })

  /** Lines around an element and what belongs to it: the library draws those of its fields around them. */
  const linesOf = (element: HTMLElement): string => {
    const parts: Element[] = [element]
    for (let at: Element | null = element.parentElement, up = 0; at && up < 3; at = at.parentElement, up += 1)
      parts.push(at, ...at.children)
    return [...new Set([...parts, ...element.querySelectorAll('*')])]
      .slice(0, 60)
      .flatMap((part) =>
        [undefined, '::before', '::after'].map((pseudo) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(part, pseudo)
          return [
            outlineStyle,
            outlineStyle === 'none' ? '' : outlineWidth + outlineColor,
            boxShadow,
            borderColor,
          ].join()
        }),
      )
      .join('|')
  }
  const hasOutline = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }

  // Nothing has the focus, and Tab begins at the beginning.
  const toStart = () => {
    const start = document.createElement('div')
    start.tabIndex = -1
    root.prepend(start)
    start.focus()
    start.remove()
  }
  toStart()
  // A field is drawn as left a moment after it is left; and a drawer that has just opened gives its first field the focus.
  for (let quiet = 0, frames = 0; quiet < 20 && frames < 200; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    quiet += 1
    if (document.activeElement === document.body) continue
    toStart()
    quiet = 0
  }
  const atRest = new Map(controls().map((element) => [element, hasOutline(element) ? '' : linesOf(element)]))

  const unseen: HTMLElement[] = []
  let done = false
  /** Of the stop that Tab leaves: a field is drawn as focused a moment after it has the focus. */
  function checkLeft() {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || !root.contains(at) || !visited.includes(at) || hasOutline(at)) return
    const rest = atRest.get(at)
    if (rest !== undefined && rest === linesOf(at)) unseen.push(at)
  }
  function stop({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement) || !root.contains(target)) return
    if (visited.includes(target)) done ||= target === visited.find((one) => one.isConnected)
    // Of a select, a field that Tab does not come to by itself.
    else if (target.tabIndex >= 0 || target instanceof HTMLInputElement) visited.push(target)
  }
  const onKey = ({ key }: KeyboardEvent) => void (key === 'Tab' && checkLeft())
  document.addEventListener('keydown', onKey, { capture: true })
  document.addEventListener('focusin', stop)

  /** Against the order in which one reads: straight up, or back to the left in one line. */
  function isBackwards(a: DOMRect, b: DOMRect): boolean {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    const isAbove = b.bottom <= a.top + 2 && across > Math.min(a.width, b.width) / 2
    const isBefore = b.right <= a.left + 2 && down > Math.min(a.height, b.height) / 2
    return isAbove || isBefore
  }

  function findings(): string[] {
    document.removeEventListener('keydown', onKey, { capture: true })
    document.removeEventListener('focusin', stop)
    ;(document.activeElement as HTMLElement | null)?.blur()
    // What scrolled along goes back, so that all is measured in one place.
    for (const element of root.querySelectorAll('*')) if (element.scrollTop) element.scrollTop = 0
    const all = controls()
    // A field takes over from the wrapper around it.
    const isReached = (element: HTMLElement) =>
      visited.includes(element) || visited.some((one) => one instanceof HTMLInputElement && element.contains(one))
    const missed = all.filter((element) => !isReached(element))
    const there = visited.filter((element) => all.includes(element))
    const against = there.flatMap((element, at) => {
      const next = there[at + 1]
      // The cross of a dialog comes last: what one came for has the focus first.
      if (!next || (next === there.at(-1) && next.getAttribute('aria-label') === 'Close')) return []
      const is = isBackwards(element.getBoundingClientRect(), next.getBoundingClientRect())
      return is ? [`out of order: ${nameOf(element)}, then ${nameOf(next)}`] : []
    })
    return [
      ...(visited.length ? [] : ['nothing can be reached']),
      ...missed.map((element) => `not reached: ${nameOf(element)}`),
      ...unseen.map((element) => `the focus is not seen: ${nameOf(element)}`),
      ...against,
    ]
  }
  const isOut = () => visited.length > 0 && document.activeElement === document.body
  window.walk = { isDone: () => done || isOut(), findings }
}
