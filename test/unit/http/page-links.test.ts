import type { Context } from 'koa'
import { describe, expect, it } from 'vitest'
import { AS_SENT, NO_SELF, placeOnly, rebuilt, type ListLinks } from '#contract/interface/list-links.ts'
import { setPageLinks } from '#http/page-links.ts'

/** The queries of `self` and `next` for a request. */
function linksFor(links: ListLinks, search: string, next: string | null): Record<string, string> {
  let values: string[] = []
  const ctx = { path: '/api/v1/things', search, set: (_: string, given: string[]) => (values = given) }
  setPageLinks(ctx as unknown as Context, 'http://127.0.0.1:7480', next, links)
  const parts = values.map((value) => /^<http:\/\/127\.0\.0\.1:7480\/api\/v1\/things(.*)>; rel="(\w+)"$/.exec(value))
  return Object.fromEntries(parts.map((part) => [part?.[2] ?? 'odd', part?.[1] ?? '']))
}

const listed = { ...rebuilt({ fallback: 50 }, 'filter'), finding: null }

describe('the links of a list', () => {
  it('repeat the request as it was, or its own parameters with the limit first', () => {
    expect(linksFor(AS_SENT, '?type=x&limit=2', null)).toEqual({ self: '?type=x&limit=2' })
    expect(linksFor(AS_SENT, '', null)).toEqual({ self: '' })
    expect(linksFor(listed, '', null)).toEqual({ self: '?limit=50' })
    expect(linksFor(listed, '?sortBy=x&filter=a+eq+%22b%22&limit=2', null)).toEqual({
      self: '?limit=2&filter=a+eq+%22b%22',
    })
    expect(linksFor(listed, '?limit=2&after=id', null)).toEqual({ self: '?after=id&limit=2' })
  })

  it('go on with the cursor first, then the limit, then all else', () => {
    expect(linksFor(listed, '?sortBy=x&filter=f&after=old', 'new')['next']).toBe(
      '?after=new&limit=50&sortBy=x&filter=f',
    )
    expect(linksFor(AS_SENT, '?type=x&limit=2', 'new')['next']).toBe('?after=new&limit=2&type=x')
    expect(linksFor(AS_SENT, '?type=x', 'new')['next']).toBe('?after=new&type=x')
  })

  it('say where a page begins and nothing else, where the list does so', () => {
    const list = placeOnly({ fallback: 20 })
    expect(linksFor(list, '?status=ACTIVE&limit=200', null)).toEqual({ self: '?after=*&limit=20' })
    expect(linksFor(list, '?after=id&status=ACTIVE&limit=1', 'new')).toEqual({
      self: '?after=id&limit=20',
      next: '?after=new&limit=1&status=ACTIVE',
    })
  })

  it('are none where the list has no self, unless more remains', () => {
    expect(linksFor(NO_SELF, '?limit=2', null)).toEqual({})
    expect(linksFor(NO_SELF, '?limit=2', 'new')).toEqual({ next: '?after=new&limit=2' })
    expect(linksFor(listed, '?q=x&limit=2', null)).toEqual({})
    expect(linksFor(listed, '?q=x&limit=2', 'new')).toEqual({ next: '?after=new&limit=2&q=x' })
  })
})
