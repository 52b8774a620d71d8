// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { readToken, takeTokenFromAddress } from '#ui/api/session.ts'

beforeEach(() => sessionStorage.clear())

describe('a token in the address', () => {
  it('is taken and cleared from it', () => {
    window.location.hash = '#token=a%2Fb'
    takeTokenFromAddress()
    expect([readToken(), window.location.hash]).toEqual(['a/b', ''])
  })

  it('that cannot be decoded is ignored and cleared, so that the page opens', () => {
    window.location.hash = '#token=%E0%A4%A'
    takeTokenFromAddress()
    expect([readToken(), window.location.hash]).toEqual([null, ''])
  })

  it('leaves every other fragment alone', () => {
    window.location.hash = '#/groups?q=token=a'
    takeTokenFromAddress()
    expect([readToken(), window.location.hash]).toEqual([null, '#/groups?q=token=a'])
  })
})
