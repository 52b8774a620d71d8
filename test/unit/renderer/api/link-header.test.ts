import { describe, expect, it } from 'vitest'
import { parseLinks } from '#contract/interface/link-header.ts'
import { nextCursor } from '#ui/api/link-header.ts'

const SELF = '<http://127.0.0.1:7480/api/v1/groups?limit=2>; rel="self"'
const NEXT = '<http://127.0.0.1:7480/api/v1/groups?limit=2&after=00g%2F1%3D>; rel="next"'

describe('paging by the Link header', () => {
  it('finds the next cursor among several links, decoded', () => {
    expect(nextCursor(`${SELF}, ${NEXT}`)).toBe('00g/1=')
  })

  it('finds it whatever the order', () => {
    expect(nextCursor(`${NEXT}, ${SELF}`)).toBe('00g/1=')
  })

  it.each([null, '', SELF, 'nonsense'])('says that %j is the last page', (header) => {
    expect(nextCursor(header)).toBeNull()
  })

  it('keeps commas and semicolons inside an address', () => {
    expect(parseLinks('</a?x=1,2;3>; rel="next", </b>; rel="self"')).toEqual({ next: '/a?x=1,2;3', self: '/b' })
  })

  it('takes unquoted relations, several in one, and other parameters', () => {
    expect(parseLinks('</a>; title="first page"; rel="self first", </b>; rel=next')).toEqual({
      self: '/a',
      first: '/a',
      next: '/b',
    })
  })

  it('takes an address without a host, as a proxy may leave it', () => {
    expect(nextCursor('</api/v1/groups?after=x>; rel="next"')).toBe('x')
  })
})
