import { profileSchema } from '#contract/directory/user.ts'
import { parse, type Dialect, type ParseOptions, type Problem } from '#expression/index.ts'
import type { Finding } from '../editor/language-editor.ts'

export type { Finding }

type Profile = NonNullable<ParseOptions['profile']>

/** The attributes of every person, all of which are texts (spec/4 §2.1). */
export const PROFILE: Profile = Object.fromEntries(Object.keys(profileSchema.shape).map((name) => [name, 'text']))

/**
 * What the language says against a text: its errors, then what does not fit the profile of people, which the service
 * lets through. Nothing for an empty text: whether one is needed is the field's matter.
 * @param profile the attributes that people have; absent: those of every organization
 */
export function findingsOf(
  text: string,
  dialect: Dialect,
  result?: ParseOptions['result'],
  profile: Profile = PROFILE,
): Finding[] {
  if (!text.trim()) return []
  const errors = problemsOf(text, dialect, { result })
  const known = new Set(errors.map(({ message }) => message))
  const warnings = problemsOf(text, dialect, { result, profile }).filter(({ message }) => !known.has(message))
  return [
    ...errors.map((problem) => ({ ...problem, severity: 'error' as const })),
    ...warnings.map((problem) => ({ ...problem, severity: 'warning' as const })),
  ]
}

function problemsOf(text: string, dialect: Dialect, options: ParseOptions): readonly Problem[] {
  const read = parse(text, dialect, options)
  return read.ok ? [] : read.problems
}
