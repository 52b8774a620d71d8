import { buildCareers, couldSignIn, type Career } from './careers.ts'
import { changeDrafts } from './changes.ts'
import { inWindow } from './clock.ts'
import type { SampleEvent } from './sample-event.ts'
import { keepHouse } from './housekeeping.ts'
import { incidentDrafts } from './incident.ts'
import { possibleJourneys } from './journeys.ts'
import { zoneFinder } from './networks.ts'
import type { Person } from './people.ts'
import { createRandom } from './random.ts'
import type { References } from './references.ts'
import { ACTIVITY } from './resources.ts'
import { createSignIns } from './sign-ins.ts'
import type { SampleApp, SampleAppUser, SampleMapping, SampleOptions, SamplePolicy, SampleZone } from './types.ts'
import { createJudge } from './verdicts.ts'
import { createWhereabouts } from './whereabouts.ts'

/** The month that the log covers: what happened, and what it did to accounts. */
interface Month {
  /** Ascending; exactly as many as the resources ask for. */
  drafts: SampleEvent[]
  careers: ReadonlyMap<Person, Career>
  appUsers: SampleAppUser[]
}

interface Objects {
  policies: readonly SamplePolicy[]
  zones: readonly SampleZone[]
  apps: readonly SampleApp[]
  mappings: readonly SampleMapping[]
}

/** Lives through the month: stories and routine first, then sign-ins until the log is as long as it should be. */
export function liveMonth(
  options: SampleOptions,
  people: readonly Person[],
  objects: Objects,
  references: References,
): Month {
  const { seed, now, defaults } = options
  const stream = (name: string) => createRandom(`${seed}/${name}`)
  const zoneOf = zoneFinder(objects.zones)
  const careerList = buildCareers(options, people)
  const careers = new Map(people.map((person, index) => [person, careerList[index] as Career]))
  const byKey = new Map(people.flatMap((person) => (person.key ? [[person.key, person] as const] : [])))
  const whereabouts = createWhereabouts(seed, zoneOf)
  const judge = createJudge({ defaults, ...objects }, references)
  const serviceDesk = people.filter(
    (person) => person.groupKeys.has('service-desk') && person.status === 'ACTIVE' && !person.newStarter,
  )
  const administrators = people.filter((person) => person.groupKeys.has('it-administrators') && !person.quiet)
  const world = { now, people, careers, byKey, zoneOf, whereabouts, judge, references, serviceDesk, administrators }

  const incident = incidentDrafts(world, stream('incident'))
  const house = keepHouse(world, stream('housekeeping'))
  const drafts = [
    ...changeDrafts(options, objects.policies, byKey, whereabouts, references, stream('changes')),
    ...incident,
    ...house.drafts,
  ].filter((draft) => inWindow(draft.at, now))

  const random = stream('sign-ins')
  const judgesApps = objects.mappings.length > 0
  const draftsOf = createSignIns({ judge, whereabouts, references, judgesApps }, random)
  for (const journey of possibleJourneys(people, now, random)) {
    if (drafts.length >= ACTIVITY.events) break
    const career = careers.get(journey.person) as Career
    if (!inWindow(journey.at, now) || !couldSignIn(journey.person, career, journey.at)) continue
    const possible = draftsOf(journey).filter(
      (draft) => inWindow(draft.at, now) && couldSignIn(journey.person, career, draft.at),
    )
    drafts.push(...possible.slice(0, ACTIVITY.events - drafts.length))
  }
  drafts.sort((a, b) => a.at - b.at)
  return { drafts, careers, appUsers: house.appUsers }
}
