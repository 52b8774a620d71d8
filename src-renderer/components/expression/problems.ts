import { profileSchema } from '#contract/directory/user.ts'
import { parse, type Dialect, type ParseOptions, type ParseResult, type Problem } from '#expression/index.ts'
import type { Finding } from '../editor/language-editor.ts'

export type { Finding }

type Profile = NonNullable<ParseOptions['profile']>

/** The attributes of every person, all of which are texts (spec/4 §2.1). */
export const PROFILE: Profile = Object.fromEntries(Object.keys(profileSchema.shape).map((name) => [name, 'text']))

/**
 * What the language says against a text: its errors, then what the service lets through: what does not fit the profile of
 * people, and old forms. Nothing for an empty text: whether one is needed is the field's matter.
 * @param profile the attributes that people have; absent: those of every organization
 */
export function findingsOf(
  text: string,
  dialect: Dialect,
  result?: ParseOptions['result'],
  profile: Profile = PROFILE,
): Finding[] {
  if (!text.trim()) return []
  const read = parse(text, dialect, { result })
  const errors = problemsOf(read)
  const known = new Set(errors.map(({ message }) => message))
  const unfit = problemsOf(parse(text, dialect, { result, profile })).filter(({ message }) => !known.has(message))
  const warnings = [...unfit, ...(read.ok ? read.expression.hints : [])]
  return [
    ...errors.map((problem) => ({ ...problem, severity: 'error' as const })),
    ...warnings.map((problem) => ({ ...problem, severity: 'warning' as const })),
  ]
}

const problemsOf = (read: ParseResult): readonly Problem[] => (read.ok ? [] : read.problems)
