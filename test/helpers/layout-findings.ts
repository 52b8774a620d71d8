import type { Page } from '@playwright/test'

/** What is wrong with the layout of the page as it is shown now, each in a line; empty where nothing is. */
export function layoutFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Less than this is rounding, or letters that hang over their line. */
    const TOLERANCE_PX = 3
    const found: string[] = []
    const nameOf = (element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent)
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, 40)
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${text}`
    }
    interface Box {
      left: number
      top: number
      right: number
      bottom: number
    }
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const isEmpty = ({ left, top, right, bottom }: Box, by = TOLERANCE_PX) => right - left <= by || bottom - top <= by
    const ancestors = (element: Element) => {
      const all: Element[] = []
      for (let at = element.parentElement; at; at = at.parentElement) all.push(at)
      return all
    }
    const CLIPS = new Set(['hidden', 'clip'])
    const SCROLLS = new Set(['auto', 'scroll'])

    /** What is seen of a box inside some elements around it. Where one scrolls, what it clips can be scrolled to: that hides nothing. */
    function seen(around: readonly Element[], box: Box, scrollersClip: boolean): Box {
      let left = box
      const scrolled = { x: false, y: false }
      for (const element of around) {
        const { overflowX, overflowY, position } = getComputedStyle(element)
        const edge = element.getBoundingClientRect()
        const hides = (overflow: string, axis: 'x' | 'y') => {
          if (SCROLLS.has(overflow) && !scrollersClip) scrolled[axis] = true
          return !scrolled[axis] && (CLIPS.has(overflow) || SCROLLS.has(overflow))
        }
        const across = hides(overflowX, 'x') ? edge : { left: -Infinity, right: Infinity }
        const down = hides(overflowY, 'y') ? edge : { top: -Infinity, bottom: Infinity }
        left = meet(left, { left: across.left, right: across.right, top: down.top, bottom: down.bottom })
        if (position === 'fixed') break
      }
      return left
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      !element.closest('.visually-hidden, .skip, [aria-hidden="true"], [inert]')

    // The page itself never scrolls sideways.
    const { documentElement: root } = document
    if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} wide in ${innerWidth}`)
    const main = document.querySelector('main')
    if (main && main.scrollWidth > main.clientWidth + 1)
      found.push(`the main part is ${main.scrollWidth} wide in ${main.clientWidth}`)

    // What one uses is not cut off.
    const layer = [...document.querySelectorAll('[role="dialog"]')].find(isShown) ?? document.body
    const USED = 'a[href], button, input, select, textarea, h1, h2, [role="button"], [role="combobox"], [role="switch"]'
    const used = [...layer.querySelectorAll(USED)].filter(isShown).filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1
    })
    for (const element of used) {
      const box = element.getBoundingClientRect()
      const left = seen(ancestors(element), box, false)
      if (left.left < -1 || left.right > innerWidth + 1) found.push(`outside the window: ${nameOf(element)}`)
      // An ellipsis is no loss, half of a button is.
      const share =
        (Math.max(0, left.right - left.left) * Math.max(0, left.bottom - left.top)) / (box.width * box.height)
      if (share < 0.5) found.push(`cut off: ${nameOf(element)}`)
    }

    // Of what is in sight, nothing is covered by something else.
    for (const element of used) {
      const whole = seen(ancestors(element), element.getBoundingClientRect(), true)
      const box = meet(whole, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
      if (isEmpty(box, 6)) continue
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      const same = top && (element.contains(top) || top.contains(element) || top.closest('label')?.contains(element))
      // Inputs of the library lie under their own decoration.
      const isOwn = top && element.parentElement?.parentElement?.contains(top)
      const isSticky = top && [top, ...ancestors(top)].some((one) => getComputedStyle(one).position === 'sticky')
      if (top && !same && !isOwn && !isSticky) found.push(`covered: ${nameOf(element)} by ${nameOf(top)}`)
    }

    // Lines of text do not lie upon each other.
    const texts: { box: Box; element: Element }[] = []
    const walker = document.createTreeWalker(
      layer === document.body ? (main?.parentElement ?? layer) : layer,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node && texts.length < 600; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isShown(element)) continue
      if (element.closest('.cm-editor, svg, [data-overlay]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const box = seen([element, ...ancestors(element)], line, true)
        if (!isEmpty(box)) texts.push({ box, element })
      }
    }
    texts.forEach((a, index) => {
      for (const b of texts.slice(index + 1)) {
        if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue
        if (!isEmpty(meet(a.box, b.box))) found.push(`text upon text: ${nameOf(a.element)} and ${nameOf(b.element)}`)
      }
    })

    // The column that names the rows is there.
    for (const title of document.querySelectorAll('main th')) {
      if (!/^(name|event)$/i.test(title.textContent.trim()) || !isShown(title)) continue
      const { width } = title.getBoundingClientRect()
      if (width < 90) found.push(`the column ${title.textContent.trim()} is ${Math.round(width)} wide`)
    }

    // One scroller a page; editors and long choices inside a form have their own.
    const OWN = 'textarea, .cm-scroller, .editor, [role="listbox"], nav, .n-base-select-menu, [data-own-scroller], pre'
    const scrollers = [
      ...(layer === document.body ? (main ?? layer) : layer).querySelectorAll('*'),
      ...(main ? [main] : []),
    ]
      .filter((element) => layer === document.body || layer.contains(element))
      .filter((element) => SCROLLS.has(getComputedStyle(element).overflowY) && !element.closest(OWN))
      .filter((element) => element.scrollHeight > element.clientHeight + 1 && isShown(element))
    const outer = new Set(scrollers)
    if (outer.size > 1) found.push(`${outer.size} scrollers: ${[...outer].map(nameOf).join(' | ')}`)
    return [...new Set(found)]
  })
}
