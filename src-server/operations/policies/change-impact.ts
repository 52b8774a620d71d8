import { canonical } from '#contract/interface/canonical.ts'
import type { Reader } from '#db/connection.ts'
import { groups } from '#db/tables/groups.ts'
import { users } from '#db/tables/users.ts'
import {
  Impact,
  withSetChange,
  type GroupView,
  type PersonContext,
  type PolicySet,
  type SetChange,
  type Subject,
  type ZoneRecord,
} from '#policy/index.ts'
import type { ComputedImpact } from '#workers/protocol.ts'
import { toPerson } from '../directory/users.ts'
import type { Directory, Reachable } from './audience-data.ts'
import { toGroupView } from './group-view.ts'

const SAMPLE = 5
const SUBJECTS = 5
/** People whose attributes are read at once. */
const CHUNK = 1_000

/** What an impact is worked out from. */
interface Population {
  directory: Directory
  /** Reads what the directory does not hold, as of the same moment. */
  read: Reader
  /** Milliseconds since the epoch, for expressions about time. */
  now: number
  signal: AbortSignal
}

/** Works out whom a change affects, and how. */
export async function computeImpact(population: Population, change: SetChange): Promise<ComputedImpact> {
  const { directory, now, signal } = population
  const { snapshot } = directory
  const set = withSetChange(snapshot.set, change)
  const impact = new Impact(
    { set: snapshot.set, compiled: snapshot.compiled() },
    { set, compiled: snapshot.compiler(set) },
  )
  const views = impact.needsAttributes ? await groupViews(population.read) : null
  for (const subject of impact.subjects) {
    const concerned = peopleOf(directory, subject).filter((person) => impact.mayAffect(subject, { now, person }))
    for (let from = 0; from < concerned.length; from += CHUNK) {
      signal.throwIfAborted()
      const chunk = concerned.slice(from, from + CHUNK)
      const people = views ? await withAttributes(population, chunk, views) : chunk.map((person) => ({ now, person }))
      for (const person of people) impact.add(subject, person)
    }
  }
  return present(directory, impact, notesOf(snapshot.set, set))
}

/** Those to whom a subject is open: all, or who is assigned to one of its applications. */
function peopleOf({ people, byApp }: Directory, { place, ids }: Subject): readonly Reachable[] {
  if (!place.app) return people
  const assigned = ids.flatMap((id) => byApp.get(id) ?? [])
  const whole = assigned.find(({ size }) => size === people.length)
  return whole ? people : people.filter((person) => assigned.some((set) => set.has(person)))
}

type GroupViews = ReadonlyMap<string, GroupView>

async function groupViews(read: Reader): Promise<GroupViews> {
  const rows = await groups.all(read)
  return new Map(rows.map((group) => [group.id, toGroupView(group)]))
}

type Known = PersonContext & { person: { id: string } }

/** The people as expressions see them, in the order in which they are given. */
async function withAttributes(
  { read, now }: Population,
  people: readonly Reachable[],
  views: GroupViews,
): Promise<Known[]> {
  const ids = JSON.stringify(people.map(({ id }) => id))
  const rows = await users.all(read, 'WHERE id IN (SELECT value FROM json_each(?))', [ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return people.flatMap(({ id, groupIds }) => {
    const row = byId.get(id)
    const named = groupIds.flatMap((groupId) => views.get(groupId) ?? [])
    return row ? [{ now, person: toPerson(row, groupIds), groups: named }] : []
  })
}

function present(directory: Directory, impact: Impact, notes: string[]): ComputedImpact {
  const { affected, effects: found } = impact.result
  const places = new Map(directory.people.map(({ id }, place) => [id, place]))
  const byName = (ids: readonly string[]) => ids.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  // WHY: they were added subject by subject.
  const effects = found.map((group) => ({ ...group, people: byName(group.people) }))
  const nameOfSubject = (id: string) => ({ id, name: directory.snapshot.set.nameOf?.(id) ?? id })
  const nameOfPerson = (id: string) => ({ id, name: directory.byId.get(id)?.name ?? id })
  return {
    considered: directory.people.length,
    affected,
    effects: effects.map(({ effect, people, cases, moreCases }) => ({
      effect,
      people: people.length,
      sample: people.slice(0, SAMPLE).map(nameOfPerson),
      cases: cases.map(({ type, ids, ...texts }) => ({
        policyType: type,
        subjects: ids.slice(0, SUBJECTS).map(nameOfSubject),
        moreSubjects: Math.max(0, ids.length - SUBJECTS),
        ...texts,
      })),
      moreCases,
    })),
    notes,
    people: Object.fromEntries(effects.map(({ effect, people }) => [effect, people])),
  }
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
