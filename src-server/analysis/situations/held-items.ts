import { OTHER, SUBJECTS, type FactDetail, type NameOf } from '#policy/index.ts'
import type { Dimension } from './dimension.ts'

/** Words about what a sign-in holds or does not. */
interface Words {
  subject: string
  holds: (name: string) => string
  lacks: (name: string) => string
  label?: (item: string) => string
}

const detection = (item: string) => item.toLowerCase().replaceAll('_', ' ')

const WORDS: readonly Words[] = [
  { subject: SUBJECTS.dynamicZones, holds: (name) => `from ${name}`, lacks: (name) => `from outside ${name}` },
  {
    subject: SUBJECTS.behaviors,
    holds: (name) => `with behaviour ${name}`,
    lacks: (name) => `without behaviour ${name}`,
  },
  {
    subject: SUBJECTS.detections,
    holds: (name) => `when ${name} is detected`,
    lacks: (name) => `when ${name} is not detected`,
    label: detection,
  },
  {
    subject: SUBJECTS.scopes,
    holds: (name) => `asking for ${name}`,
    lacks: (name) => `not asking for ${name}`,
    label: (item) => (item === OTHER ? 'scopes that no rule names' : item),
  },
]

/** What a sign-in may hold several of, each by itself: there or not. */
export function heldItems(facts: readonly FactDetail[], nameOf: NameOf): Dimension[] {
  return WORDS.flatMap(({ subject, holds, lacks, label }) => {
    const items = new Set(
      facts.flatMap((about) => (about.kind === 'has' && about.subject === subject ? [about.item] : [])),
    )
    return [...items].map((item): Dimension => {
      const name = label?.(item) ?? nameOf(item) ?? item
      return {
        subjects: [itemSubject(subject, item)],
        values: [true, false].map((is) => ({ holds: () => is, isKnown: true })),
        textOf: (chosen) => (chosen.has(0) ? holds(name) : lacks(name)),
      }
    })
  })
}

/** Each item is a dimension of its own. */
export const itemSubject = (subject: string, item: string): string => `${subject} ${item}`

/** The subjects whose items are apart from each other. */
export const HELD: ReadonlySet<string> = new Set(WORDS.map(({ subject }) => subject))
