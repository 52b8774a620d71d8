import { ACTIVITY, ORGANIZATION, type ChangeSpec, type Office } from './resources.ts'

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** ISO 8601, UTC, milliseconds. */
export const iso = (ms: number) => new Date(ms).toISOString()

/** The start of the UTC day that lies so many days before the one of `now`. */
export function dayStart(now: number, daysAgo: number): number {
  return (Math.floor(now / DAY_MS) - daysAgo) * DAY_MS
}

/** Whether a moment lies in the days that the log covers. */
export const inWindow = (at: number, now: number) => at <= now && at >= now - ACTIVITY.days * DAY_MS

const officeByKey = new Map(ORGANIZATION.offices.map((office) => [office.key, office]))

/** @throws when the resources name an office that they do not describe */
export function officeOf(key: string): Office {
  const office = officeByKey.get(key)
  if (!office) throw new Error(`no office ${key}`)
  return office
}

const offsetByPerson = new Map(
  ORGANIZATION.people.map((person) => [person.key, officeOf(person.office).utcOffsetMinutes]),
)

function changeTime(now: number, change: ChangeSpec): number {
  const [hours = 0, minutes = 0] = change.at.split(':').map(Number)
  const offset = offsetByPerson.get(change.actor) ?? 0
  return dayStart(now, change.daysAgo) + (hours * 60 + minutes - offset) * MINUTE_MS
}

/** The administrators' changes with their instants, ascending; one made in the same request has the same instant. */
export function datedChanges(now: number): (ChangeSpec & { time: number })[] {
  let time = 0
  return ACTIVITY.changes.map((change) => {
    if (!change.sameRequest) time = changeTime(now, change)
    return { ...change, time }
  })
}

const BEGINS = new Set(['policy.lifecycle.create', 'policy.rule.add', 'zone.create', 'group.lifecycle.create'])

/** Kinds of object that changes are about, as the keys of a change. */
type ChangedKind = 'policy' | 'rule' | 'group' | 'app' | 'zone'

/** When an object came to be and was last changed, as the log will tell it. */
export function stampsOf(now: number, createdDaysAgo: number) {
  const changes = datedChanges(now)
  return (kind: ChangedKind, key: string, policy?: string, born = createdDaysAgo) => {
    // A change of a rule is none of its policy's row.
    const own = changes.filter(
      (change) =>
        change[kind] === key &&
        (kind === 'rule' ? change.policy === policy : change.rule === undefined) &&
        change.type !== 'policy.rule.invalidate' &&
        (kind === 'policy' ? change.type.startsWith('policy.lifecycle') : true),
    )
    const first = own.find((change) => BEGINS.has(change.type))
    const created = first?.time ?? dayStart(now, born) + 10 * HOUR_MS
    return { created: iso(created), lastUpdated: iso(Math.max(created, ...own.map((change) => change.time))) }
  }
}
