import { z } from 'zod'

const ARTICLE: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const quoted = (values: readonly unknown[]) => values.filter((value) => value !== undefined).join(', ')

/**
 * The words of validation, for people who write JSON by hand. A schema's own message goes first; what is not here keeps
 * the library's.
 */
const wording: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${ARTICLE[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${quoted(issue.values)}`
    case 'invalid_union':
      if (issue.input === undefined) return 'is required'
      if (issue.note === 'No matching discriminator')
        return `must be one of ${quoted((issue['options'] as unknown[]) ?? [])}`
      return 'has none of the shapes that are allowed here'
    case 'too_small':
      if (issue.origin === 'string')
        return `must have at least ${issue.minimum} character${issue.minimum === 1 ? '' : 's'}`
      if (issue.origin === 'array') return `must hold at least ${issue.minimum}`
      return `must be at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`
      if (issue.origin === 'array') return `must hold at most ${issue.maximum}`
      return `must be at most ${issue.maximum}`
    case 'invalid_format':
      return `must be a valid ${issue.format.replaceAll('_', ' ')}`
    default:
      return undefined
  }
}

z.config({ customError: wording })
