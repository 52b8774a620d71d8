import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'
import type { Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { ACTIVITY, ORGANIZATION } from './resources.ts'
import type { SampleOptions } from './types.ts'

/** When things happened to a person's account; milliseconds, null for never. */
export interface Career {
  created: number
  activated: number | null
  /** Of the status that the person has now. */
  statusChanged: number | null
  passwordChanged: number | null
  /** Spans in which the account was locked and then opened again; filled in by the log. */
  locks: [from: number, until: number][]
  /** Set by the log: when the profile was last changed. */
  profileChanged?: number
  /** Last sign-in before the log begins; the log itself tells the later ones. */
  earlierLogin: number | null
}

const QUIET_DAYS = 5
const WINDOW_DAYS = ACTIVITY.days

const daysBefore = (now: number, random: Random, min: number, max: number) =>
  now - (min + random.next() * (max - min)) * DAY_MS

const YOUNG = new Set(['STAGED', 'PROVISIONED'])

/** How long ago, in days at least and at most, people came into the status that they have. */
const STATUS_AGE: Partial<Record<Person['status'], readonly [number, number]>> = {
  PASSWORD_EXPIRED: [0.5, 12],
  RECOVERY: [0.2, 3],
  LOCKED_OUT: [0.1, 2],
  SUSPENDED: [2, 26],
  DEPROVISIONED: [1, 85],
}

function bornAt(now: number, random: Random, person: Person): number {
  if (YOUNG.has(person.status)) return daysBefore(now, random, 0.5, 9)
  if (person.newStarter) return daysBefore(now, random, 3, WINDOW_DAYS - 2)
  return daysBefore(now, random, 100, ORGANIZATION.foundedDaysAgo - 10)
}

/** One career for each person, in the same order. */
export function buildCareers({ seed, now }: SampleOptions, people: readonly Person[]): Career[] {
  const random = createRandom(`${seed}/careers`)
  return people.map((person) => {
    const created = bornAt(now, random, person)
    if (person.status === 'STAGED')
      return { created, activated: null, statusChanged: null, passwordChanged: null, earlierLogin: null, locks: [] }
    const activated = created + (5 + random.int(40)) * MINUTE_MS
    if (person.status === 'PROVISIONED')
      return { created, activated, statusChanged: activated, passwordChanged: null, earlierLogin: null, locks: [] }
    const age = STATUS_AGE[person.status]
    const firstPassword = activated + (1 + random.int(20)) * HOUR_MS
    const lastPassword = daysBefore(now, random, WINDOW_DAYS + 1, 95)
    const statusChanged = age ? daysBefore(now, random, ...age) : firstPassword
    // No one signs in, or changes a password, once their account is closed to them.
    const latest = age ? statusChanged - HOUR_MS : Infinity
    const earlierLogin = Math.min(daysBefore(now, random, WINDOW_DAYS, WINDOW_DAYS + QUIET_DAYS), latest)
    return {
      created,
      activated,
      statusChanged,
      passwordChanged: person.newStarter ? firstPassword : Math.min(lastPassword, latest),
      earlierLogin: person.newStarter || person.quiet ? null : earlierLogin,
      locks: [],
    }
  })
}

const CLOSED: ReadonlySet<Person['status']> = new Set([
  'SUSPENDED',
  'DEPROVISIONED',
  'LOCKED_OUT',
  'RECOVERY',
  'PASSWORD_EXPIRED',
])

/** Whether the person could sign in at that moment. */
export function couldSignIn(person: Person, career: Career, at: number): boolean {
  if (career.passwordChanged === null || career.activated === null) return false
  const from = person.newStarter ? career.passwordChanged : career.activated
  const until = CLOSED.has(person.status) ? (career.statusChanged ?? 0) : Infinity
  if (career.locks.some((lock) => at >= lock[0] && at < lock[1])) return false
  return at >= from && at < until
}
