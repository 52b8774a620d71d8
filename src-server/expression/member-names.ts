import { KNOWN_MEMBERS } from './known-names.ts'
import { resolvePath, stepsAfter } from './objects.ts'
import type { Dialect, ParseOptions } from './types.ts'

export type Profile = NonNullable<ParseOptions['profile']>

/** The names that can follow some parts, each once: those of the language, and usual ones where it takes any. */
export function memberNames(dialect: Dialect, parts: readonly string[], profile: Profile): string[] {
  const names = stepsAfter(dialect, parts).flatMap(({ step, entry }) => {
    if (step !== '*') return [step]
    const isProfile = (entry.at ?? entry.path) === 'user.profile.*'
    return isProfile ? Object.keys(profile) : (KNOWN_MEMBERS[parts.join('.')] ?? [])
  })
  return [...new Set(names)]
}

/** Every path below some parts that has a value and a name. */
export function leafPaths(dialect: Dialect, parts: readonly string[], profile: Profile): string[][] {
  return memberNames(dialect, parts, profile).flatMap((name) => {
    const path = [...parts, name]
    const below = leafPaths(dialect, path, profile)
    if (below.length) return below
    return resolvePath(dialect, path) ? [path] : []
  })
}
