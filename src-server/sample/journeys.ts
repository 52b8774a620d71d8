import { HOUR_MS, MINUTE_MS, dayStart } from './clock.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { ACTIVITY } from './resources.ts'
import type { Situation } from './verdicts.ts'

/** One sign-in that somebody means to do. */
export interface Journey {
  person: Person
  at: number
  away: boolean
  /** Wrong passwords before the right one. */
  mistyped: number
  risk: Situation['risk']
}

function startOf(person: Person, day: number, random: Random): number {
  const { starts, spreadHours } = ACTIVITY.rhythms[person.rhythm]
  const hour = random.pick(starts) + random.bell() * spreadHours
  return Math.floor(day + hour * HOUR_MS - person.office.utcOffsetMinutes * MINUTE_MS + random.int(MINUTE_MS))
}

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay())

function riskOf(away: boolean, random: Random): Situation['risk'] {
  const roll = random.next()
  if (!away) return roll < 0.985 ? 'LOW' : 'MEDIUM'
  return roll < 0.9 ? 'LOW' : roll < 0.98 ? 'MEDIUM' : 'HIGH'
}

/** Sign-ins that people would do in the days of the log, in random order: take as many as are expected. */
export function possibleJourneys(people: readonly Person[], now: number, random: Random): Journey[] {
  const journeys: Journey[] = []
  for (let daysAgo = ACTIVITY.days; daysAgo >= 0; daysAgo--) {
    const day = dayStart(now, daysAgo)
    const share = isWeekend(day) ? 'weekend' : 'weekday'
    for (const person of people) {
      if (person.quiet || !random.chance(ACTIVITY.rhythms[person.rhythm][share])) continue
      const away = random.chance(ACTIVITY.awayShare[person.rhythm])
      const mistyped = random.chance(ACTIVITY.mistypedShare) ? 1 + random.int(2) : 0
      journeys.push({ person, at: startOf(person, day, random), away, mistyped, risk: riskOf(away, random) })
    }
  }
  return random.sample(journeys, journeys.length)
}
