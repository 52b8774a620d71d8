import type { z } from 'zod'
import type { ErrorCause } from './error-body.ts'

/** Joins a path as administrators write it: `conditions.people.groups.include[2]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  )
}

/**
 * Every issue as a cause; an unknown key is reported at its own place, not at its parent. Of what has the wrong type nothing
 * else is told: the length of a text says nothing about a list.
 */
export function toCauses(error: z.ZodError, locationType: 'body' | 'query' | 'path'): ErrorCause[] {
  const mistyped = new Set(
    error.issues.flatMap((issue) => (issue.code === 'invalid_type' ? [pathText(issue.path)] : [])),
  )
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_type' && mistyped.has(pathText(issue.path))) return []
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => toCause([...issue.path, key], NOT_KNOWN, locationType))
    return [toCause(issue.path, issue.message, locationType)]
  })
}

/** What is wrong with a key that no schema has. */
export const NOT_KNOWN = 'is not known here'

/** What is wrong at a path of a request's part. */
export function toCause(
  path: readonly PropertyKey[],
  message: string,
  locationType: 'body' | 'query' | 'path',
): ErrorCause {
  const location = pathText(path) || locationType
  return { errorSummary: `${location}: ${message}`, location, locationType }
}
