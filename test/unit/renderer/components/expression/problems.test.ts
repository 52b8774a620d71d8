import { describe, expect, it } from 'vitest'
import { findingsOf } from '#ui/components/expression/problems.ts'

const told = (text: string) => findingsOf(text, 'condition').map(({ severity, message }) => `${severity}: ${message}`)

describe('findings', () => {
  it('an empty text has none', () => {
    expect(told(' \n')).toEqual([])
  })

  it('what the service refuses is an error', () => {
    expect(told('user.status ==')).toEqual(['error: expected a value at 1:15, found end of expression'])
  })

  it('an attribute that the profile does not have is a warning, for the service lets it through', () => {
    expect(told('user.profile.depatment == "Sales"')).toEqual([
      'warning: the profile has no attribute `depatment`; did you mean `department`? (at 1:1)',
    ])
  })

  it('warnings stand beside errors, and no error is told twice', () => {
    expect(findingsOf('user.profile.depatment == "a" && user.status', 'condition').map((one) => one.severity)).toEqual([
      'error',
      'warning',
    ])
  })

  it('an attribute that no schema has is a warning in a group rule too', () => {
    const found = findingsOf('user.depatment == "Sales"', 'group-rule')
    expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: the profile has no attribute `depatment`; did you mean `department`? (at 1:1)',
    ])
  })

  it('an old form is a warning that names the new one, at its place', () => {
    expect(findingsOf('"x" + toUpperCase(user.city)', 'classic', 'value')).toEqual([
      expect.objectContaining({
        ...{ severity: 'warning', start: 6, end: 17 },
        message: '`toUpperCase` is an old form; write `String.toUpperCase(…)` (at 1:7)',
      }),
    ])
  })

  it('a value is enough where a value is expected', () => {
    expect(findingsOf('user.profile.login', 'condition', 'value')).toEqual([])
    expect(findingsOf('user.id', 'condition')).toHaveLength(1)
  })
})
