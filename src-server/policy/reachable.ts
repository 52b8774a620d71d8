import { canonical } from '#contract/interface/canonical.ts'
import type { Conditions } from './conditions/index.ts'

/** The condition that a path such as `people.groups.include` belongs to. */
export const conditionKey = (path: string): string => path.split('.', 1)[0] as string

/** Conditions of some keys as texts. WHY not by identity: two sets may be compiled apart. */
export function conditionTexts(conditions: Conditions | null | undefined, keys: Iterable<string>): string[] {
  const values: Readonly<Record<string, unknown>> = { ...conditions }
  return [...keys].map((key) => canonical([key, values[key]]))
}

/**
 * Leaves out of rules that may apply, in the order in which they are looked at, those that never decide: an earlier one
 * asks for nothing that they do not ask for, so that it decides in every case in which they would apply.
 * @param asksOf the conditions of a rule and its policy that are open, as texts
 */
export function reachableOf<Item>(open: readonly Item[], asksOf: (item: Item) => ReadonlySet<string>): Item[] {
  // By one text of each: a rule that asks for no more than another asks for nothing but texts of that other.
  const earlier = new Map<string, ReadonlySet<string>[]>()
  return open.filter((item) => {
    const asks = asksOf(item)
    for (const text of asks) if (earlier.get(text)?.some((fewer) => holdsAll(asks, fewer))) return false
    const [first = ''] = asks
    const known = earlier.get(first) ?? []
    earlier.set(first, known)
    known.push(asks)
    return true
  })
}

const holdsAll = (all: ReadonlySet<string>, some: ReadonlySet<string>) => [...some].every((text) => all.has(text))
