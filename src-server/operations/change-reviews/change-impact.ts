import { deadRuleChanges, SituationImpact } from '#analysis/index.ts'
import { canonical } from '#contract/interface/canonical.ts'
import {
  factsOf,
  Impact,
  prospectsOf,
  withSetChange,
  type PolicySet,
  type SetChange,
  type Side,
  type Subject,
  type ZoneRecord,
} from '#policy/index.ts'
import type { ComputedImpact, CountedImpact, StepImpacts, StepsQuestion } from '#workers/protocol.ts'
import { deadRulesInTime } from '../policies/proofs-in-time.ts'
import type { Directory, Reachable } from '../policies/audience-data.ts'
import { presentImpact, presentSituations } from './present-impact.ts'
import { attributeReader, inChunks, type Population } from '../policies/population.ts'

/** Works out whom a change affects, and how. @param from what is changed before, without an effect of its own; absent: nothing */
export function computeImpact(population: Population, change: SetChange, from?: SetChange): Promise<ComputedImpact> {
  const before = beforeOf(population.directory, from)
  return impactWithRules(population, before, changed(population.directory, before, change))
}

/** Works out whom steps affect that follow one another: each of them, and all together. */
export async function computeStepImpacts(
  population: Population,
  { from, steps, rest }: StepsQuestion,
): Promise<StepImpacts> {
  const { directory } = population
  const first = beforeOf(directory, from)
  const impacts: CountedImpact[] = []
  let before = first
  for (const step of steps) {
    const after = changed(directory, before, step)
    impacts.push(withoutPeople(await impactBetween(population, before, after)))
    before = after
  }
  const whole = await impactWithRules(population, first, changed(directory, before, rest))
  return { whole: withoutPeople(whole), steps: impacts }
}

const withoutPeople = ({ people: _, members: __, ...impact }: ComputedImpact): CountedImpact => impact

/** The same, and which rules can apply no more. WHY not for each step of a plan: it is proved, which takes long. */
async function impactWithRules(population: Population, before: Side, after: Side): Promise<ComputedImpact> {
  const impact = await impactBetween(population, before, after)
  const { names } = population.directory.snapshot
  population.signal.throwIfAborted()
  const rules = deadRuleChanges(before.set, after.set, names.get, deadRulesInTime)
  return { ...impact, rules }
}

async function impactBetween(population: Population, before: Side, after: Side): Promise<ComputedImpact> {
  const { directory, now, signal } = population
  const impact = new Impact(before, after)
  const situations = new SituationImpact(before, after)
  const contextsOf = impact.needsAttributes ? await attributeReader(population) : null
  for (const subject of impact.subjects) {
    const placesOf = placesReader(directory, subject)
    const concerned = peopleOf(directory, subject).filter((person) => impact.mayAffect(subject, { now, person }))
    for (const chunk of inChunks(concerned)) {
      signal.throwIfAborted()
      const people = contextsOf ? await contextsOf(chunk) : chunk.map((person) => ({ now, person }))
      for (const someone of people) {
        const prospects = prospectsOf(subject.difference, factsOf(someone))
        impact.add(subject, someone, prospects)
        situations.add(subject, someone, prospects, placesOf(someone.person.id))
      }
    }
  }
  const counted = presentImpact(directory, impact, notesOf(before.set, after.set))
  const { people, ...told } = presentSituations(directory, situations)
  return { ...counted, ...told, people: { ...counted.people, ...people } }
}

/** How many applications a subject is about for a person; 1 where it is about none. */
function placesReader({ byApp, byId }: Directory, { place, ids }: Subject): (personId: string) => number {
  if (!place.app) return () => 1
  if (ids.length === 1) return () => 1
  const assigned = ids.flatMap((id) => byApp.get(id) ?? [])
  return (personId) => {
    const person = byId.get(personId)
    return person ? assigned.filter((people) => people.has(person)).length : 0
  }
}

function beforeOf({ snapshot }: Directory, from: SetChange | undefined): Side {
  if (!from) return { set: snapshot.set, compiled: snapshot.compiled() }
  const set = withSetChange(snapshot.set, from)
  return { set, compiled: snapshot.compiler(set) }
}

function changed({ snapshot }: Directory, before: Side, change: SetChange): Side {
  const set = withSetChange(before.set, change)
  return { set, compiled: snapshot.compiler(set) }
}

/** Those to whom a subject is open: all, or who is assigned to one of its applications. */
function peopleOf({ people, byApp }: Directory, { place, ids }: Subject): readonly Reachable[] {
  if (!place.app) return people
  const assigned = ids.flatMap((id) => byApp.get(id) ?? [])
  const whole = assigned.find(({ size }) => size === people.length)
  return whole ? people : people.filter((person) => assigned.some((set) => set.has(person)))
}

/** Blocklists that refuse now, by id. */
const blocking = ({ zones }: PolicySet) =>
  new Map(
    zones.filter(({ usage, status }) => usage === 'BLOCKLIST' && status === 'ACTIVE').map((zone) => [zone.id, zone]),
  )

const isHeldAlike = (a: ZoneRecord, b: ZoneRecord) =>
  canonical([a.type, a.gateways ?? null]) === canonical([b.type, b.gateways ?? null])

/** What a change does beside policies: blocklists refuse sign-ins before any policy is asked. */
function notesOf(before: PolicySet, after: PolicySet): string[] {
  if (before.zones === after.zones) return []
  const [old, next] = [blocking(before), blocking(after)]
  const of = ({ name }: ZoneRecord, becomes: string) => `Sign-ins from the addresses in “${name}” ${becomes}`
  return [
    ...[...next.values()].flatMap((zone) => {
      const was = old.get(zone.id)
      if (!was) return [of(zone, 'are refused for everyone.')]
      return isHeldAlike(was, zone) ? [] : [of(zone, 'change: it is a blocklist.')]
    }),
    ...[...old.values()].flatMap((zone) => (next.has(zone.id) ? [] : [of(zone, 'are no longer refused.')])),
  ]
}
