import { describe, expect, it } from 'vitest'
import { errorSentence } from '#ui/domain/error-text.ts'

describe('the error beside a field', () => {
  it.each([
    ['name', 'must not be empty', 'Enter a name.'],
    ['profile.email', 'must be a valid email', 'Enter an email address.'],
    ['profile.firstName', 'must not be empty', 'Enter a value.'],
    ['events.items', 'must hold at least 1', 'Choose at least one event.'],
    ['conditions.network.include', 'ZONE needs zones in include or exclude', 'Choose at least one zone.'],
    ['settings.minLength', 'must be at least 4', 'Must be at least 4.'],
    ['conditions', 'Reaches no one.', 'Reaches no one.'],
  ])('%s: “%s” reads as a sentence', (path, message, text) => {
    expect(errorSentence(path, message)).toBe(text)
  })

  it('is absent where there is no error', () => {
    expect(errorSentence('name', undefined)).toBeUndefined()
  })
})
