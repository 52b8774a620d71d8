import { formatList, SUBJECTS, type FactDetail, type NameOf, type ZoneRecord } from '#policy/index.ts'
import { zoneCombinations } from '../zone-combinations.ts'
import type { Dimension } from './dimension.ts'

/** So many places are told one by one. */
const TOLD = 3

/** Where an address lies: in the zones that hold some address together. None where they are too many to be worked out. */
export function places(facts: readonly FactDetail[], zones: readonly ZoneRecord[], nameOf: NameOf): Dimension[] {
  const named = new Set(
    facts.flatMap((about) => (about.kind === 'has' && about.subject === SUBJECTS.zones ? [about.item] : [])),
  )
  if (named.size === 0) return []
  const found = zoneCombinations(zones.filter(({ id, status }) => named.has(id) && status === 'ACTIVE'))
  if (!found) return []
  const combinations = found.map(({ zones: held }) => held)
  return [
    {
      subjects: [SUBJECTS.zones],
      values: combinations.map((held) => ({
        holds: (about) => about.kind === 'has' && held.has(about.item),
        isKnown: true,
      })),
      textOf: (chosen) => textOf([...named], combinations, chosen, nameOf),
    },
  ]
}

type Combinations = readonly ReadonlySet<string>[]

/** "from HQ or Branch", "from outside HQ", "from HQ outside Branch". */
function textOf(named: readonly string[], all: Combinations, chosen: ReadonlySet<number>, nameOf: NameOf): string {
  const names = (ids: Iterable<string>, last: 'or' | 'and') =>
    formatList(
      [...ids].map((id) => nameOf(id) ?? id),
      last,
    )
  const inside = zonesThatAre(named, all, chosen)
  if (inside) return `from ${names(inside, 'or')}`
  const outside = zonesThatAre(named, all, new Set([...all.keys()].filter((place) => !chosen.has(place))))
  if (outside) return `from outside ${names(outside, 'or')}`
  const each = [...chosen].slice(0, TOLD).map((place) => {
    const held = all[place] ?? new Set<string>()
    const others = named.filter((id) => !held.has(id) && meets(all, id, held))
    const where = held.size ? `from ${names(held, 'and')}` : 'from elsewhere'
    return held.size && others.length ? `${where} outside ${names(others, 'or')}` : where
  })
  const more = chosen.size - each.length
  return formatList([...each, ...(more > 0 ? [`from ${more} more places`] : [])], 'or')
}

/** Whether some address is in all of those and in one more. */
const meets = (all: Combinations, id: string, held: ReadonlySet<string>) =>
  all.some((other) => other.has(id) && [...held].every((one) => other.has(one)))

/** The zones that together are exactly these places; null where there are none such. */
function zonesThatAre(named: readonly string[], all: Combinations, chosen: ReadonlySet<number>): string[] | null {
  const within = named.filter((id) => all.every((held, place) => !held.has(id) || chosen.has(place)))
  const covered = (ids: readonly string[]) => [...chosen].every((place) => ids.some((id) => all[place]?.has(id)))
  if (!covered(within)) return null
  return within.reduce((kept, id) => {
    const without = kept.filter((other) => other !== id)
    return without.length > 0 && covered(without) ? without : kept
  }, within)
}
