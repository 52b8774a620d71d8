import type { BehaviorRecord } from './types.ts'

/** Whether conditions name behaviours, so that it matters what each is called. */
export const namesBehaviors = (text: string): boolean => text.includes('security.behaviors')

/** Behaviours by id and by name: a sign-in and a condition hold ids, an expression names them (spec/4 §1.8 "Objects"). */
export interface Behaviors {
  /** The id itself where there is none. */
  nameOf: (id: string) => string
  /** Those of that name, which several may have. */
  idsOf: (name: string) => readonly string[]
}

/** Where it is not known which there are: what is named is taken for what is held. */
export const UNKNOWN_BEHAVIORS: Behaviors = { nameOf: (id) => id, idsOf: (name) => [name] }

/** @param records all that there are; undefined where that is not known */
export function behaviorsOf(records: readonly BehaviorRecord[] | undefined): Behaviors {
  if (!records) return UNKNOWN_BEHAVIORS
  const names = new Map(records.map(({ id, name }) => [id, name]))
  const byName = Map.groupBy(records, ({ name }) => name)
  return {
    nameOf: (id) => names.get(id) ?? id,
    idsOf: (name) => (byName.get(name) ?? []).map(({ id }) => id),
  }
}
