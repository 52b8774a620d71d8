import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchWords } from '#contract/gatehouse/word-match.ts'

const match = (query: string, text: string) => matchWords(query.split(' '), text)

describe('words find a text', () => {
  it.each([
    ['payroll', 'Ledgerline Payroll'],
    ['line pay', 'Ledgerline Payroll'],
    ['zukami', 'Ibrahim Mizukami'],
    ['strom', 'Sébastien Ångström'],
    ['ЙКА', 'лейка'],
    ['le', 'Sir Leopold'],
  ])('each as a part of it: %s in %s', (query, text) => expect(match(query, text)).toBe('exact'))

  it.each([
    ['payrol', 'Payrolls', 'exact'],
    ['payrall', 'Ledgerline Payroll', 'similar'],
    ['payrooll', 'Ledgerline Payroll', 'similar'],
    ['apyroll', 'Ledgerline Payroll', 'similar'],
    ['ledgre', 'Ledgerline Payroll', 'similar'],
    ['ledgr payroll', 'Ledgerline Payroll', 'similar'],
  ])('with one letter wrong, missing, too many or exchanged: %s in %s', (query, text, expected) =>
    expect(match(query, text)).toBe(expected),
  )

  it.each([
    ['pyarlol', 'Ledgerline Payroll'],
    ['payroll nobel', 'Ledgerline Payroll'],
    ['hr', 'Three'],
    ['jon', 'Jan'],
    ['mark', 'Marianne'],
  ])('and not with two, nor what is short: %s in %s', (query, text) => expect(match(query, text)).toBeNull())

  it('whatever one letter of a word becomes', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 4, maxLength: 12 })
    const changed = fc.record({ word, at: fc.nat(11), put: fc.constantFrom('', 'x', '$&x') })
    fc.assert(
      fc.property(changed, ({ word, at, put }) => {
        const place = at % word.length
        const typed = word.slice(0, place) + put.replace('$&', word.charAt(place)) + word.slice(place + 1)
        fc.pre(typed.length >= 4)
        expect(match(typed, `The ${word} one`)).not.toBeNull()
      }),
    )
  })
})
