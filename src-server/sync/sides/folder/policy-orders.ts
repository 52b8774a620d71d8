import { isObject } from '#contract/interface/schema-tree.ts'
import { FolderError } from './folder-error.ts'
import type { ReadFile } from './folder-snapshot.ts'
import { ORDER_FILE } from './layout.ts'

/** A policy that has a file, in the order of the files. */
export interface FiledPolicy {
  readonly reference: string
  readonly type: string
  /** The list that it stands in; null: policies of its type have no order. */
  readonly list: string | null
  /** Whether it is the default of its type, which is always the last one. */
  readonly isDefault: boolean
}

/**
 * Places of policies by reference: first those that the file of orders names, then the others, and the default of each type last.
 * @param orders null: there is no such file
 * @throws FolderError for a name that no policy of the type has, or that is there twice
 */
export function ranksOf(orders: ReadFile | null, policies: readonly FiledPolicy[]): ReadonlyMap<string, number> {
  const named = orders ? namesIn(orders, new Set(policies.map(nameOfPolicy))) : new Set<string>()
  const places = new Map([...named].map((reference, at) => [reference, at]))
  const placeOf = ({ isDefault, reference }: FiledPolicy) =>
    isDefault ? Infinity : (places.get(reference) ?? named.size)
  const lists = Map.groupBy(policies, ({ list }) => list)
  return new Map(
    [...lists].flatMap(([list, all]) =>
      list === null ? [] : ranked(all, placeOf).map(({ reference }, at) => [reference, at + 1] as const),
    ),
  )
}

/** By their places; of one place in the order of the files. */
const ranked = (all: readonly FiledPolicy[], placeOf: (one: FiledPolicy) => number) =>
  all.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))

const nameOfPolicy = ({ type, reference }: Pick<FiledPolicy, 'type' | 'reference'>) => `${type} ${reference}`

/** @param known policies by type and reference */
function namesIn(orders: ReadFile, known: ReadonlySet<string>): ReadonlySet<string> {
  const { path, value, lineOf } = orders
  const fault = (place: (string | number)[], reason: string) => new FolderError(path, reason, lineOf(place))
  if (!isObject(value)) throw fault([], 'must hold a list of policies for each type')
  const named = new Set<string>()
  for (const [type, list] of Object.entries(value)) {
    if (!Array.isArray(list)) throw fault([type], `${type} must be a list of policies`)
    list.forEach((reference: unknown, at) => {
      if (typeof reference !== 'string') throw fault([type, at], 'must be the name of a policy')
      if (named.has(reference)) throw fault([type, at], `“${reference}” is in ${ORDER_FILE} twice`)
      if (!known.has(nameOfPolicy({ type, reference })))
        throw fault([type, at], `there is no policy “${reference}” of the type ${type}`)
      named.add(reference)
    })
  }
  return named
}
