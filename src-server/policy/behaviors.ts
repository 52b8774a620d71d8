import type { BehaviorRecord } from './types.ts'

/** Behaviours by id and by name: a sign-in and a condition hold ids, an expression names them (spec/4 §1.8 "Objects"). */
export interface Behaviors {
  /** The id itself where there is none. */
  nameOf: (id: string) => string
  /** Those of that name, which several may have; the name itself where there is none. */
  idsOf: (name: string) => readonly string[]
}

export function behaviorsOf(records: readonly BehaviorRecord[] = []): Behaviors {
  const names = new Map(records.map(({ id, name }) => [id, name]))
  const byName = Map.groupBy(records, ({ name }) => name)
  return {
    nameOf: (id) => names.get(id) ?? id,
    idsOf: (name) => byName.get(name)?.map(({ id }) => id) ?? [name],
  }
}

/** Where no behaviour is known. */
export const NO_BEHAVIORS: Behaviors = behaviorsOf()
