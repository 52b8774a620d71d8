import type { SignOnMode } from '#contract/apps/sign-on-modes.ts'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { DEFAULT_LOCALE } from '../directory/person.ts'

/** Profiles in an application, as they are stored: without null. */
type Values = Readonly<Record<string, unknown>>
/** Of the schema of an application, in its order. */
type Attributes = ReadonlyMap<string, SchemaAttribute>

const DEFAULT_ZONE = 'America/Los_Angeles'

/** The claims of OpenID Connect that follow from the person (spec/5 §8.6). */
const CLAIMS: Readonly<Record<string, (user: UserRecord) => unknown>> = {
  name: displayNameOf,
  given_name: ({ profile }) => profile.firstName,
  family_name: ({ profile }) => profile.lastName,
  email: ({ profile }) => profile.email,
  zoneinfo: ({ profile }) => profile.timezone ?? DEFAULT_ZONE,
  locale: ({ profile }) => profile.locale ?? DEFAULT_LOCALE,
}

const isGiven = (value: unknown) => value !== null && value !== undefined
const given = (values: Values): [string, unknown][] => Object.entries(values).filter(([, value]) => isGiven(value))
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the profile of a person in an application holds without anybody saying so. */
export function mappedProfile(signOnMode: SignOnMode | null, user: UserRecord): Values {
  if (signOnMode !== 'OPENID_CONNECT') return {}
  const values = Object.entries(CLAIMS).map(([name, valueOf]) => [name, valueOf(user)] as const)
  return Object.fromEntries(values.filter(([, value]) => isGiven(value)))
}

/**
 * What several groups give a person: of each attribute the value of the first group that has one; of a list whose attribute says
 * `union`, the values of all of them. @param profiles of groups, the one of the best priority first
 */
export function mergedProfile(attributes: Attributes, profiles: readonly Values[]): Record<string, unknown> {
  const merged = new Map<string, unknown>()
  for (const [name, value] of profiles.flatMap(given)) {
    const held = merged.get(name)
    const isUnion = attributes.get(name)?.union === 'ENABLE' && Array.isArray(held) && Array.isArray(value)
    if (isUnion) merged.set(name, [...new Set<unknown>([...(held as unknown[]), ...(value as unknown[])])])
    else if (held === undefined) merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

/**
 * A profile as it is shown: every attribute of the schema, null where nothing gives it; then what was stored before the schema asked.
 * @param layers what gives values, the first of them first
 */
export function shownProfile(attributes: Attributes, ...layers: readonly Values[]): Record<string, unknown> {
  const known = [...attributes.keys()].map((name) => [name, null] as const)
  const values = layers.toReversed().flatMap(given)
  // WHY twice: attributes keep the order of the schema, and get the value of the first layer.
  return Object.fromEntries([...known, ...values])
}

/**
 * A profile after a partial change: what is left out stays, null removes. What follows from the person anyway is not kept, so that
 * who sends back what they have read pins nothing down.
 */
export function changedProfile(before: Values, change: Values, mapped: Values): Record<string, unknown> {
  const after = given({ ...before, ...change })
  return Object.fromEntries(after.filter(([name, value]) => !isSame(value, mapped[name])))
}

/** The profile of a group there, which is written whole. */
export const wholeProfile = (profile: Values): Record<string, unknown> => Object.fromEntries(given(profile))
