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

  it('have what is wrong told by its line, in the words of the service', () => {
    expect(lineProblems(lines)).toEqual([])
    expect(lineProblems(readLines('10.0.0.0/8\n\n10.0.0.0/33\noffice'))).toEqual([
      { line: 3, words: '10.0.0.0/33 is not a valid CIDR block, because its prefix length is not between 0 and 32' },
      { line: 4, words: 'office is not a valid address range, because office is not an IP address' },
    ])
  })
})
