import { describe, expect, it } from 'vitest'
import { ERROR_CATALOGUE, summarize, type ErrorCode } from '#contract/interface/error-codes.ts'

const rows = Object.entries(ERROR_CATALOGUE)
const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[]

describe('the error catalogue', () => {
  it('has every documented code', () => {
    expect(rows).toHaveLength(213)
    expect(codes.at(0)).toBe('E0000001')
    expect(codes.at(-1)).toBe('E0000228')
  })

  it('lists its codes in ascending order, each once', () => {
    expect(codes).toEqual([...new Set(codes)].sort())
  })

  it('has well-formed codes', () => {
    expect(codes.filter((code) => !/^E\d{7}$/.test(code))).toEqual([])
  })

  it('has a real HTTP status in every row', () => {
    const odd = rows.filter(([, { status }]) => !Number.isInteger(status) || status < 200 || status > 599)
    expect(odd).toEqual([])
  })

  it('words every row as one sentence without a full stop', () => {
    expect(rows.filter(([, { summary }]) => !/^[A-Z][^.!]*[^.!:\s]$/.test(summary))).toEqual([])
  })

  it('has no brace that is not a whole placeholder', () => {
    expect(rows.filter(([, { summary }]) => /[{}]/.test(summary.replace(/\{[a-z]+\}/g, '')))).toEqual([])
  })

  it.each([
    ['E0000001', 400],
    ['E0000006', 403],
    ['E0000007', 404],
    ['E0000009', 500],
    ['E0000011', 401],
    ['E0000022', 405],
    ['E0000044', 403],
    ['E0000047', 429],
    ['E0000070', 202],
    ['E0000142', 403],
    ['E0000215', 410],
  ] as const)('%s answers with status %i', (code, status) => {
    expect(ERROR_CATALOGUE[code].status).toBe(status)
  })

  it('says no more than the status class where the meaning of a code is not documented', () => {
    const summariesOf400 = new Set([ERROR_CATALOGUE.E0000025, ERROR_CATALOGUE.E0000227].map((row) => row.summary))
    expect([...summariesOf400]).toEqual(['The request is not valid'])
    expect(ERROR_CATALOGUE.E0000228.summary).toBe('The operation is not permitted')
  })
})

describe('a summary', () => {
  it.each([
    ['E0000001', { subject: 'name' }, 'Validation failed: name'],
    ['E0000002', { why: 'no such policy type' }, 'The request is not valid: no such policy type'],
    ['E0000007', { id: '00p1', kind: 'Policy' }, 'Not found: 00p1 (Policy)'],
    ['E0000028', { name: 'type' }, 'A required parameter is missing: type'],
    ['E0000077', { name: 'priority' }, 'The attribute priority is read-only'],
    ['E0000078', { name: 'type' }, 'The attribute type is immutable'],
    ['E0000081', { name: 'login' }, 'The attribute login is reserved'],
    ['E0000148', { names: 'A, B' }, 'The authenticator is used by policies: A, B'],
  ] as const)('of %s takes its values in', (code, values, sentence) => {
    expect(summarize(code, values)).toBe(sentence)
  })

  it.each([
    ['E0000001', {}, 'Validation failed'],
    ['E0000001', { subject: '' }, 'Validation failed'],
    ['E0000007', {}, 'Not found'],
    ['E0000007', { id: 'x' }, 'Not found: x'],
    ['E0000007', { kind: 'Policy' }, 'Not found (Policy)'],
    ['E0000077', {}, 'The attribute is read-only'],
    ['E0000148', {}, 'The authenticator is used by policies'],
  ] as const)('of %s leaves out what no one gave (%j)', (code, values, sentence) => {
    expect(summarize(code, values)).toBe(sentence)
  })

  it('of any code reads as a sentence without any value', () => {
    const bare = codes.map((code) => summarize(code))
    expect(bare.filter((sentence) => !/^[A-Z][^{}()]*[a-zA-Z]$/.test(sentence) || sentence.includes('  '))).toEqual([])
  })

  it('takes a number, zero included', () => {
    expect(summarize('E0000001', { subject: 0 })).toBe('Validation failed: 0')
  })

  it('puts a value in as it is, even one that looks like a template', () => {
    expect(summarize('E0000007', { id: '{kind}  $& ({x}):', kind: 'User' })).toBe('Not found: {kind}  $& ({x}): (User)')
  })

  it('ignores a value that the wording does not ask for', () => {
    expect(summarize('E0000011', { secret: 'abc' })).toBe('The token is not valid')
  })
})
