import { OS_TYPES } from '#contract/policy/conditions.ts'
import { formatList, platformLabel, SUBJECTS, type FactDetail, type NameOf } from '#policy/index.ts'
import type { Dimension, Value } from './dimension.ts'

/** Words about a subject of which a sign-in has one value. */
interface Words {
  subject: string
  /** All values that there are; absent: any text. */
  all?: readonly string[]
  /** "at low or medium risk". @param names joined with "or" */
  isOneOf: (names: string) => string
  isNoneOf: (names: string) => string
  /** Of a value that is no id. */
  label?: (value: string | null) => string
}

const LEVELS = ['LOW', 'MEDIUM', 'HIGH']
const lower = (value: string | null) => (value ?? '').toLowerCase()

const WORDS: readonly Words[] = [
  {
    subject: SUBJECTS.riskScore,
    all: LEVELS,
    isOneOf: (names) => `at ${names} risk`,
    isNoneOf: (names) => `not at ${names} risk`,
    label: lower,
  },
  {
    subject: SUBJECTS.entityRisk,
    all: LEVELS,
    isOneOf: (names) => `at ${names} entity risk`,
    isNoneOf: (names) => `not at ${names} entity risk`,
    label: lower,
  },
  {
    subject: SUBJECTS.platform,
    all: OS_TYPES.filter((name) => name !== 'ANY'),
    isOneOf: (names) => `on ${names}`,
    isNoneOf: (names) => `not on ${names}`,
    label: (value) => platformLabel(value ?? ''),
  },
  {
    subject: SUBJECTS.assurance,
    isOneOf: (names) => `on a device that satisfies ${names}`,
    isNoneOf: (names) => `on a device that does not satisfy ${names}`,
  },
  {
    subject: SUBJECTS.identityProvider,
    isOneOf: (names) => `authenticated by ${names}`,
    isNoneOf: (names) => `not authenticated by ${names}`,
  },
  {
    subject: SUBJECTS.authType,
    isOneOf: (names) => `through ${names}`,
    isNoneOf: (names) => `not through ${names}`,
    label: (value) => (value === 'LDAP_INTERFACE' ? 'the LDAP interface' : (value ?? '')),
  },
  { subject: SUBJECTS.client, isOneOf: (names) => `by client ${names}`, isNoneOf: (names) => `not by client ${names}` },
  {
    subject: SUBJECTS.grantType,
    isOneOf: (names) => `by grant type ${names}`,
    isNoneOf: (names) => `not by grant type ${names}`,
    label: (value) => value ?? '',
  },
]

/** What a sign-in has one of: each value that rules name, and the rest together. @param facts those of all rules */
export function singleValues(facts: readonly FactDetail[], nameOf: NameOf): Dimension[] {
  return WORDS.flatMap((words): Dimension[] => {
    const { subject } = words
    const named = new Set(
      facts.flatMap((about) => (about.kind === 'is' && about.subject === subject ? [about.value] : [])),
    )
    if (named.size === 0) return []
    const closed = words.all?.map((value) => JSON.stringify(value))
    const values = [...named].filter((value) => !closed || closed.includes(value))
    const rest = closed?.filter((value) => !named.has(value))
    const hasRest = rest === undefined || rest.length > 0
    return [
      {
        subjects: [subject],
        values: [...values.map(valueThat), ...(hasRest ? [valueThat(null)] : [])],
        textOf: (chosen) => textOf(words, nameOf, { values, rest: rest ?? [], chosen }),
      },
    ]
  })
}

/** @param value as JSON; null for every other one */
function valueThat(value: string | null): Value {
  return { holds: (about) => about.kind === 'is' && about.value === value, isKnown: true }
}

interface Choice {
  values: readonly string[]
  /** Values of a closed list that no rule names. */
  rest: readonly string[]
  chosen: ReadonlySet<number>
}

/** Whichever is shorter of those that it is and those that it is not; what cannot be listed is told by what it is not. */
function textOf({ all, isOneOf, isNoneOf, label }: Words, nameOf: NameOf, { values, rest, chosen }: Choice): string {
  const labelOf = (json: string) => {
    const value = JSON.parse(json) as string | null
    return label?.(value) ?? (value === null ? 'this service itself' : (nameOf(value) ?? value))
  }
  const names = (some: readonly string[]) => formatList([...new Set(some.map(labelOf))], 'or')
  const takesRest = chosen.has(values.length)
  const inside = [...values.filter((_, place) => chosen.has(place)), ...(takesRest ? rest : [])]
  const outside = [...values.filter((_, place) => !chosen.has(place)), ...(takesRest ? [] : rest)]
  const isListed = all !== undefined && inside.length <= outside.length
  return !takesRest || isListed ? isOneOf(names(inside)) : isNoneOf(names(outside))
}
