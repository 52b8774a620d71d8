import { afterEach, describe, expect, it } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { Page } from '#contract/routes/lists.ts'
import { usePages } from '#ui/composables/usePages.ts'

interface Asked {
  after: string | null
  signal: AbortSignal
  answer: (page: Page<string>) => void
  fail: (thrown: unknown) => void
}

const settled = () => new Promise((done) => setTimeout(done))
let scope: EffectScope
afterEach(() => scope.stop())

/** A list whose requests the test answers. */
function open() {
  const asked: Asked[] = []
  scope = effectScope()
  const read = (after: string | null, signal: AbortSignal) =>
    new Promise<Page<string>>((answer, fail) => asked.push({ after, signal, answer, fail }))
  const pages = scope.run(() => usePages(read))!
  return { pages, asked }
}

describe('a list that is read page by page', () => {
  it('appends the next page, once at a time', async () => {
    const { pages, asked } = open()
    asked[0]?.answer({ items: ['a'], next: '1' })
    await settled()
    void pages.more()
    void pages.more()
    expect(pages.loadingMore.value).toBe(true)
    expect(asked.map(({ after }) => after)).toEqual([null, '1'])
    asked[1]?.answer({ items: ['b'], next: null })
    await settled()
    expect([pages.items.value, pages.hasMore.value, pages.loadingMore.value]).toEqual([['a', 'b'], false, false])
  })

  it('aborts a further page when it is read from the start, whose error is then no one’s', async () => {
    const { pages, asked } = open()
    asked[0]?.answer({ items: ['a'], next: '1' })
    await settled()
    void pages.more()
    void pages.reload()
    expect(asked[1]?.signal.aborted).toBe(true)
    asked[2]?.answer({ items: ['c'], next: '2' })
    asked[1]?.fail(new Error('too late'))
    await settled()
    expect([pages.items.value, pages.error.value, pages.loadingMore.value]).toEqual([['c'], null, false])
  })

  it('drops an aborted first page, cursor included', async () => {
    const { pages, asked } = open()
    void pages.reload()
    asked[1]?.answer({ items: ['new'], next: 'new' })
    await settled()
    asked[0]?.answer({ items: ['old'], next: 'old' })
    await settled()
    void pages.more()
    expect(asked[2]?.after).toBe('new')
    expect(pages.items.value).toEqual(['new'])
  })

  it('asks for nothing more once the page has gone', async () => {
    const { pages, asked } = open()
    asked[0]?.answer({ items: ['a'], next: '1' })
    await settled()
    void pages.more()
    scope.stop()
    expect(asked[1]?.signal.aborted).toBe(true)
  })
})
