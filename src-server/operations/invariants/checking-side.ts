import { compile, type CompiledSet, type NameOf, type PolicySet } from '#policy/index.ts'
import type { Directory } from '../policies/audience-data.ts'
import { attributeReader, type Population } from '../policies/population.ts'

/** Policies that invariants are checked by: those of the workspace, or what a change would make of them; and the people that there are. */
export interface CheckingSide {
  population: Population
  directory: Directory
  set: PolicySet
  compiled: CompiledSet
  /** Whether applications have policies of their own. */
  withApps: boolean
  nameOf: NameOf
  /** Reads people as expressions see them. */
  contextsOf: () => ReturnType<typeof attributeReader>
}

export function checkingSide(population: Population, set: PolicySet): CheckingSide {
  const { directory } = population
  let reading: ReturnType<typeof attributeReader> | null = null
  return {
    ...{ population, directory, set, compiled: compile(set) },
    withApps: directory.snapshot.engine === 'identity',
    nameOf: namer(directory, set),
    contextsOf: () => (reading ??= attributeReader(population)),
  }
}

/** Names of what a change makes as well, and of people whom no policy names. */
function namer({ snapshot, byId }: Directory, { zones, applications }: PolicySet): NameOf {
  const own = new Map([
    ...zones.map(({ id, name }) => [id, name] as const),
    ...applications.map(({ id, label }) => [id, label] as const),
  ])
  return (id) => own.get(id) ?? snapshot.names.get(id) ?? byId.get(id)?.name ?? null
}
