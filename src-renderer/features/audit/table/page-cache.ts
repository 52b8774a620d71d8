/** Keeps the pages that were expected last, and forgets the others. */
interface PageCache<Page> {
  get(number: number): Page | undefined
  set(number: number, page: Page): void
  remove(number: number): void
  /** Marks pages as expected now, so that others go first. */
  touch(numbers: readonly number[]): void
  /** Every page, the longest unwanted first. */
  entries(): [number, Page][]
}

/** @param size how many pages are kept at most */
export function createPageCache<Page>(size: number): PageCache<Page> {
  const pages = new Map<number, Page>()

  function touch(numbers: readonly number[]) {
    for (const number of numbers) {
      const page = pages.get(number)
      if (page === undefined) continue
      pages.delete(number)
      pages.set(number, page)
    }
  }

  function set(number: number, page: Page) {
    pages.delete(number)
    pages.set(number, page)
    for (const oldest of pages.keys()) {
      if (pages.size <= size) return
      pages.delete(oldest)
    }
  }

  return {
    get: (number) => pages.get(number),
    set,
    remove: (number) => void pages.delete(number),
    touch,
    entries: () => [...pages],
  }
}

/** Numbers of the pages with these rows, those in sight first and then the neighbours, within the list. */
export function pagesAround(first: number, last: number, pageSize: number, total: number): number[] {
  const end = Math.max(0, Math.ceil(total / pageSize) - 1)
  const [from, to] = [Math.floor(first / pageSize), Math.floor(Math.max(first, last - 1) / pageSize)]
  const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [...inSight, to + 1, from - 1].filter((number) => number >= 0 && number <= end)
}
