/** Sets a bit of a set of places. */
export function add(bits: Int32Array, place: number): void {
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
