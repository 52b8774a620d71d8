import { expect, it } from 'vitest'
import { findByWords } from '#ui/domain/find-by-words.ts'

const find = (text: string, ...names: string[]) => findByWords(text, names, (name) => name)

it('finds words anywhere in a name, and what is similar after them', () => {
  const names = ['Payrall', 'Ledgerline Payroll', 'Payroll']
  expect(find('payroll', ...names)).toEqual({ found: ['Ledgerline Payroll', 'Payroll', 'Payrall'], similar: 1 })
  expect(find(' roll  LEDGER ', ...names).found).toEqual(['Ledgerline Payroll'])
})

it('finds all without a word', () => expect(find(' ', 'b', 'a')).toEqual({ found: ['b', 'a'], similar: 0 }))
