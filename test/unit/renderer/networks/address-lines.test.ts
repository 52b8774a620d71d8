import { describe, expect, it } from 'vitest'
import { lineProblems, readLines } from '#ui/features/networks/address-lines.ts'

describe('addresses as they are pasted', () => {
  const lines = readLines('10.0.0.0/8\r\n\n# the old office\n  198.51.100.1-198.51.100.9  \n2001:db8::1')

  it('keep the line they stood on, whatever was left out between them', () => {
    expect(lines).toEqual([
      { line: 1, address: { type: 'CIDR', value: '10.0.0.0/8' } },
      { line: 4, address: { type: 'RANGE', value: '198.51.100.1-198.51.100.9' } },
      { line: 5, address: { type: 'RANGE', value: '2001:db8::1' } },
    ])
  })

  it('have each refusal told by its line, in the order of the lines', () => {
    const causes = [
      { location: 'gateways[2].value', summary: 'x is not a valid address range' },
      { location: 'gateways[0].value', summary: 'y is not a valid CIDR block' },
      { location: 'name', summary: 'is required' },
      { location: 'gateways', summary: 'must hold at most 150 entries' },
    ]
    expect(lineProblems('gateways', causes, lines)).toEqual([
      { line: 1, words: 'y is not a valid CIDR block' },
      { line: 5, words: 'x is not a valid address range' },
    ])
  })
})
