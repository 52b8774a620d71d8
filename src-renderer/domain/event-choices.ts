import { EMITTED_EVENTS, EVENT_TYPES } from '#contract/log/event-types.ts'
import type { EmittedEvent } from '#contract/log/event-words.ts'

/** A type of event that a hook may hear of. */
interface EventChoice {
  type: string
  /** The first part of the type. */
  family: string
  /** The message of the event; its code where Gatehouse has no text of its own. */
  title: string
  /** Null where Gatehouse has no words of its own for it. */
  description: string | null
  /** Whether this program writes such events; others come only with an imported log. */
  written: boolean
}

/** Types of one family, in the order of their names. */
export interface EventFamily {
  key: string
  label: string
  events: readonly EventChoice[]
}

/** What families are called; any other is called by its key. */
const FAMILIES: Readonly<Record<string, string>> = {
  policy: 'Policies and rules',
  user: 'People',
  group: 'Groups',
  application: 'Applications',
  system: 'System',
  security: 'Security',
  app: 'OAuth clients and access requests',
  access: 'Access requests',
  certification: 'Access certifications',
  device: 'Devices',
  iam: 'Roles and resource sets',
}

const OWN: Readonly<Record<string, EmittedEvent>> = EMITTED_EVENTS

/** A type as people choose it, also one that hooks cannot hear of or that does not exist. */
export function choiceOf(type: string): EventChoice {
  const own = OWN[type]
  return {
    type,
    family: type.split('.')[0] ?? type,
    title: own?.message ?? type,
    description: own?.description ?? null,
    written: own !== undefined,
  }
}

const ELIGIBLE: readonly EventChoice[] = [...EVENT_TYPES]
  .filter(([, { hookEligible }]) => hookEligible)
  .map(([type]) => choiceOf(type))

const ORDER = Object.keys(FAMILIES)
const place = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length)

/**
 * The types that hooks may hear of, by family, of which name, title or description hold every word of a text. What this
 * program writes stands first.
 */
export function searchEvents(text: string): EventFamily[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = ELIGIBLE.filter(({ type, title, description, family }) => {
    const where = `${type} ${title} ${description ?? ''} ${FAMILIES[family] ?? ''}`.toLowerCase()
    return words.every((word) => where.includes(word))
  })
  return [...Map.groupBy(found, ({ family }) => family)]
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b, 'en'))
    .map(([key, events]) => ({
      key,
      label: FAMILIES[key] ?? key,
      events: events.sort((a, b) => Number(b.written) - Number(a.written)),
    }))
}
