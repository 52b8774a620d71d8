import type { SituationImpact } from '#analysis/index.ts'
import { UNDECIDED, type SituationImpact as Told } from '#contract/gatehouse/situation-impact.ts'
import type { Impact } from '#policy/index.ts'
import type { ComputedImpact } from '#workers/protocol.ts'
import type { Directory } from '../policies/audience-data.ts'

const SAMPLE = 5
const SUBJECTS = 5

/** Sorts people by name. WHY: they were added subject by subject. */
function byName({ people }: Directory): (ids: readonly string[]) => string[] {
  const places = new Map(people.map(({ id }, place) => [id, place]))
  return (ids) => ids.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}

/** The first of the objects that a case is about, by name, and how many more there are. */
const namedSubjects = ({ snapshot }: Directory, ids: readonly string[]) => ({
  subjects: ids.slice(0, SUBJECTS).map((id) => ({ id, name: snapshot.set.nameOf?.(id) ?? id })),
  moreSubjects: Math.max(0, ids.length - SUBJECTS),
})

/** Where the people of cases are among all of an effect, ascending. */
function placesAmong(all: readonly string[], cases: readonly { people: readonly string[] }[]): Uint32Array[] {
  const placeOf = new Map(all.map((id, place) => [id, place]))
  return cases.map(({ people }) => Uint32Array.from(people, (id) => placeOf.get(id) ?? 0).sort())
}

/** What was counted in situations, as it is answered, with the people of each effect by name, and of each case that is told. */
export function presentSituations(
  directory: Directory,
  impact: SituationImpact,
): { situations: Told } & Pick<ComputedImpact, 'people' | 'members'> {
  const { affected, effects, undecided, isByCase } = impact.result
  const sorted = byName(directory)
  const people = effects.map((group) => [group.effect, sorted(group.people)] as const)
  const members = effects.map(({ effect, cases }, at) => [effect, placesAmong(people[at]?.[1] ?? [], cases)] as const)
  return {
    situations: {
      affected,
      effects: effects.map(({ cases, ...group }) => ({
        ...group,
        people: group.people.length,
        cases: cases.map(({ ids, count, ...one }) => ({ ...one, people: count, ...namedSubjects(directory, ids) })),
      })),
      undecided: { people: undecided.people.length, on: undecided.on },
    },
    people: { ...Object.fromEntries(people), [UNDECIDED]: sorted(undecided.people) },
    ...(isByCase && { members: Object.fromEntries(members) }),
  }
}

/** What was counted, as it is answered, with the people of each effect by name. */
export function presentImpact(directory: Directory, impact: Impact, notes: string[]): ComputedImpact {
  const { affected, effects: found } = impact.result
  const sorted = byName(directory)
  const effects = found.map((group) => ({ ...group, people: sorted(group.people) }))
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
        ...namedSubjects(directory, ids),
        ...texts,
      })),
      moreCases,
    })),
    notes,
    people: Object.fromEntries(effects.map(({ effect, people }) => [effect, people])),
  }
}
