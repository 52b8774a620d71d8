import type { Handlers } from '../call.ts'
import type { MenuPage } from '../contract.ts'

/** What the page says of itself for the menu. @param onPages hears of pages that differ from those before */
export function menuHandlers(onPages: (pages: readonly MenuPage[]) => void): Pick<Handlers, 'menu:pages'> {
  let known = '[]'
  return {
    'menu:pages': ({ pages }) => {
      const text = JSON.stringify(pages)
      if (text === known) return
      known = text
      onPages(pages)
    },
  }
}
