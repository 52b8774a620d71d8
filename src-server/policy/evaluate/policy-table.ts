/** Policies by their index in the list: policies for certain groups by group, all others always. */
export class PolicyTable {
  /** Bits of the places that are always looked at. */
  private readonly always: Int32Array
  private readonly byGroup: ReadonlyMap<string, readonly number[]>
  private readonly places: Int32Array

  /** @param groups of each policy, one of which a person has to be in; null for a policy that is always looked at */
  constructor(groups: readonly (readonly string[] | null)[]) {
    this.always = new Int32Array((groups.length >> 5) + 1)
    groups.forEach((ids, place) => ids ?? add(this.always, place))
    this.places = new Int32Array(this.always.length)
    const places = groups.flatMap((ids, place) => (ids ?? []).map((id) => ({ id, place })))
    this.byGroup = new Map([...Map.groupBy(places, ({ id }) => id)].map(([id, list]) => [id, list.map((p) => p.place)]))
  }

  isAlwaysLookedAt(place: number): boolean {
    return ((this.always[place >> 5] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** Bits of the places to look at, until the next call. */
  placesFor(groupIds: readonly string[] | null): Int32Array {
    const { places } = this
    places.set(this.always)
    for (const id of groupIds ?? []) for (const place of this.byGroup.get(id) ?? []) add(places, place)
    return places
  }
}

function add(bits: Int32Array, place: number): void {
  bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31))
}

/** Calls back with each place whose bit is set, in order, until one gives something. */
export function firstOf<T>(bits: Int32Array, look: (place: number) => T | null): T | null {
  for (let word = 0; word < bits.length; word++)
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const found = look((word << 5) + 31 - Math.clz32(rest & -rest))
      if (found !== null) return found
    }
  return null
}
