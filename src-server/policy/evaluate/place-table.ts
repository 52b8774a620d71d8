/** A word has 32 places. Shifts of a bit count modulo that by themselves. */
const SHIFT = 5

/** Policies or rules by their places in a list: those for certain groups or people by the ids of these, all others always. */
export class PlaceTable {
  /** Bits of the places that are always looked at. */
  private readonly always: Int32Array
  private readonly byId: ReadonlyMap<string, readonly number[]>
  private readonly places: Int32Array

  /** @param lists for each place the ids one of which has to be given; null for a place that is always looked at */
  constructor(lists: readonly (readonly string[] | null)[]) {
    this.always = new Int32Array((lists.length >> SHIFT) + 1)
    lists.forEach((ids, place) => ids ?? add(this.always, place))
    this.places = new Int32Array(this.always.length)
    const places = lists.flatMap((ids, place) => (ids ?? []).map((id) => ({ id, place })))
    this.byId = new Map([...Map.groupBy(places, ({ id }) => id)].map(([id, list]) => [id, list.map((p) => p.place)]))
  }

  isAlwaysLookedAt(place: number): boolean {
    return ((this.always[place >> SHIFT] ?? 0) & (1 << place)) !== 0
  }

  /** Bits of all places. */
  get everyPlace(): Int32Array {
    return new Int32Array(this.always.length).fill(-1)
  }

  /** Bits of the places to look at, until the next call. */
  placesFor(ids: readonly string[] | null): Int32Array {
    const { places } = this
    places.set(this.always)
    for (const id of ids ?? []) for (const place of this.byId.get(id) ?? []) add(places, place)
    return places
  }
}

function add(bits: Int32Array, place: number): void {
  bits[place >> SHIFT] = (bits[place >> SHIFT] ?? 0) | (1 << place)
}

/** Calls back with each place in [from, to) whose bit is set, in order, until one gives something. */
export function firstOf<T>(
  bits: Int32Array,
  visit: (place: number) => T | null,
  from = 0,
  to = bits.length << SHIFT,
): T | null {
  for (let word = from >> SHIFT; word << SHIFT < to; word++) {
    const start = word << SHIFT
    let rest = bits[word] ?? 0
    if (start < from) rest &= -1 << (from - start)
    if (to - start < 1 << SHIFT) rest &= (1 << (to - start)) - 1
    for (; rest !== 0; rest &= rest - 1) {
      const found = visit(start + 31 - Math.clz32(rest & -rest))
      if (found !== null) return found
    }
  }
  return null
}
