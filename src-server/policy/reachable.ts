import { canonical } from '#contract/interface/canonical.ts'
import type { Conditions } from './conditions/index.ts'

/** The condition that a path such as `people.groups.include` belongs to. */
export const conditionKey = (path: string): string => path.split('.', 1)[0] as string

/** Conditions of some keys as texts. WHY not by identity: two sets may be compiled apart. */
export function conditionTexts(conditions: Conditions | null | undefined, keys: Iterable<string>): string[] {
  const values: Readonly<Record<string, unknown>> = { ...conditions }
  return [...keys].map((key) => canonical([key, values[key]]))
}

/** What an item asks for: the conditions of a rule and its policy that are open, as texts. */
type AsksOf<Item> = (item: Item) => ReadonlySet<string>

/** What one or more items ask for, among all that were seen. */
interface Demand {
  asks: ReadonlySet<string>
  /** Those that ask for nothing beyond it, itself included. */
  fewer: Demand[]
  /** The list in which it was met last. */
  metIn: number
}

/** Demands, each once, with those that each of them includes. */
class Demands {
  private readonly known = new Map<string, Demand>()
  /** By each of their texts, and by their first: of two, the smaller one has its first text among those of the other. */
  private readonly byText = new Map<string, Demand[]>()
  private readonly byFirst = new Map<string, Demand[]>()

  of(asks: ReadonlySet<string>): Demand {
    const name = [...asks].sort().join('\n')
    const known = this.known.get(name)
    if (known) return known
    const made: Demand = { asks, fewer: [], metIn: 0 }
    this.known.set(name, made)
    this.relate(made)
    return made
  }

  /** One that asks for nothing is related to none: it says nothing about others. */
  private relate(made: Demand): void {
    const [first] = made.asks
    if (first === undefined) return
    for (const text of made.asks) listOf(this.byText, text).push(made)
    listOf(this.byFirst, first).push(made)
    for (const other of listOf(this.byText, first)) if (isWithin(made.asks, other.asks)) other.fewer.push(made)
    for (const text of made.asks)
      for (const other of listOf(this.byFirst, text))
        if (other !== made && isWithin(other.asks, made.asks)) made.fewer.push(other)
  }
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const text of some) if (!all.has(text)) return false
  return true
}

function listOf<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const known = lists.get(key)
  if (known) return known
  const made: Value[] = []
  lists.set(key, made)
  return made
}

/**
 * Leaves out of rules that may apply, in the order in which they are looked at, those that never decide: an earlier one
 * asks for nothing that they do not ask for, so that it decides in every case in which they would apply.
 * @returns to be used for one list after another: what an item asks for, and which asks for less, is worked out once
 */
export function makeReachable<Item extends object>(asksOf: AsksOf<Item>): (open: readonly Item[]) => Item[] {
  const demands = new Demands()
  const known = new Map<Item, Demand>()
  let lists = 0

  function demandOf(item: Item): Demand {
    const found = known.get(item)
    if (found) return found
    const made = demands.of(asksOf(item))
    known.set(item, made)
    return made
  }

  return (open) => {
    const list = (lists += 1)
    return open.filter((item) => {
      const demand = demandOf(item)
      for (const fewer of demand.fewer) if (fewer.metIn === list) return false
      demand.metIn = list
      return true
    })
  }
}
