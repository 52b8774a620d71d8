import { describe, expect, it } from 'vitest'
import { LONGEST_ROUTE, programLink, routeOfLink } from '#main/ipc/program-link.ts'

describe('a link into the program', () => {
  it.each(['/', '/simulate?user=00u1&ip=203.0.113.7', '/audit?q=a%20b%26c', '/policies/00p1'])('leads to %s', (route) =>
    expect(routeOfLink(programLink(route))).toBe(route),
  )

  it('is one however a system spells its scheme', () => {
    expect(routeOfLink('GateHouse://open/simulate')).toBe('/simulate')
  })

  it('loses what stands behind a number sign', () => {
    expect(routeOfLink('gatehouse://open/simulate?user=00u1#x')).toBe('/simulate?user=00u1')
  })

  it.each([
    '',
    'gatehouse:',
    'gatehouse://open',
    'gatehouse://other/simulate',
    'gatehouse://openly/simulate',
    'gatehouse://ada@open/simulate',
    'gatehouse://open:80/simulate',
    'gatehouse://open//example.org/',
    'https://open/simulate',
    '--gatehouse://open/simulate',
    programLink(`/${'a'.repeat(LONGEST_ROUTE)}`),
  ])('is not %s', (link) => expect(routeOfLink(link)).toBeNull())
})
