import type { Fact, FactDetail, Formula, NameOf, PolicySet } from '#policy/index.ts'
import { devices } from './devices.ts'
import type { Dimension } from './dimension.ts'
import { HELD, heldItems, itemSubject } from './held-items.ts'
import { places } from './places.ts'
import { singleValues } from './single-values.ts'
import { targets } from './targets.ts'

/** Situations as bits of one number. */
export type Bits = bigint

/** More situations are not told apart: what does not fit is taken as not known. */
const MOST = 16_384

/** A dimension in its place: a situation's value of it is its number, divided by `step`, modulo the number of values. */
interface Placed {
  dimension: Dimension
  step: number
}

/** What is known of a fact beside the situation; null where it is about the situation, or cannot be told. */
export type Resolve = (fact: Fact) => boolean | null

/**
 * Every situation that some facts tell apart: a place, a risk, a device and so on, each combination once. All but the person is known in
 * one; what cannot be enumerated is not.
 */
export class Situations {
  readonly size: number
  readonly all: Bits
  private readonly placed: readonly Placed[]
  private readonly bySubject: ReadonlyMap<string, Placed>
  private readonly columns = new Map<string, Bits | null>()

  constructor(
    facts: Iterable<Fact>,
    { zones, applications }: Pick<PolicySet, 'zones' | 'applications'>,
    nameOf: NameOf,
  ) {
    const about = [...facts].map((fact) => fact.about)
    const { placed, size } = place([
      ...places(about, zones, nameOf),
      ...devices(about),
      ...singleValues(about, nameOf),
      ...targets(about, applications, nameOf),
      ...heldItems(about, nameOf),
    ])
    this.placed = placed
    this.size = size
    this.all = (1n << BigInt(size)) - 1n
    this.bySubject = new Map(
      placed.flatMap((each) => each.dimension.subjects.map((subject) => [subject, each] as const)),
    )
  }

  /** The situations in which a formula surely holds, or surely does not, whatever that is which is not known. */
  surely(formula: Formula, holds: boolean, resolve: Resolve): Bits {
    if (typeof formula === 'boolean') return formula === holds ? this.all : 0n
    if (formula.op === 'not') return this.surely(formula.of, !holds, resolve)
    if (formula.op === 'fact') return this.ofFact(formula, holds, resolve)
    const parts = formula.of.map((part) => this.surely(part, holds, resolve))
    return (formula.op === 'and') === holds
      ? parts.reduce((both, bits) => both & bits, this.all)
      : parts.reduce((either, bits) => either | bits, 0n)
  }

  private ofFact(fact: Fact, holds: boolean, resolve: Resolve): Bits {
    const known = resolve(fact)
    if (known !== null) return known === holds ? this.all : 0n
    const bits = this.columnOf(fact)
    if (bits === null) return 0n
    return holds ? bits : this.all & ~bits
  }

  /** The situations in which a fact is true; null where they do not tell. */
  columnOf({ key, about }: Fact): Bits | null {
    const known = this.columns.get(key)
    if (known !== undefined) return known
    const made = this.makeColumn(about)
    this.columns.set(key, made)
    return made
  }

  private makeColumn(about: FactDetail): Bits | null {
    if (about.kind === 'free' || about.kind === 'matches') return null
    const { subject } = about
    if (about.kind === 'known') {
      const placed = this.bySubject.get(subject)
      if (!placed) return subject.startsWith('free: ') ? null : this.all
      return this.where(placed, (place) => placed.dimension.values[place]?.isKnown === true)
    }
    const name = about.kind === 'has' && HELD.has(subject) ? itemSubject(subject, about.item) : subject
    const placed = this.bySubject.get(name)
    return placed ? this.where(placed, (place) => placed.dimension.values[place]?.holds(about) === true) : null
  }

  /** The situations with some values of a dimension. */
  private where({ dimension, step }: Placed, isChosen: (place: number) => boolean): Bits {
    const run = (1n << BigInt(step)) - 1n
    let period = 0n
    for (const place of dimension.values.keys()) if (isChosen(place)) period |= run << BigInt(place * step)
    return repeated(period, step * dimension.values.length, this.size)
  }

  /** The situations as words, each text a set of them: "from outside HQ, at high risk"; those that are all have none. */
  textsOf(bits: Bits, most: number): { texts: string[]; more: number } {
    if (bits === this.all) return { texts: [], more: 0 }
    const texts: string[] = []
    let rest = bits
    while (rest !== 0n && texts.length < most) {
      const box = this.boxAround(lowest(rest), bits)
      texts.push(this.textOfBox(box))
      rest &= ~this.bitsOf(box)
    }
    return { texts, more: countBits(rest) }
  }

  /** The values of each dimension of a set that holds a situation and is as wide as it can be within some situations. */
  private boxAround(situation: number, within: Bits): ReadonlySet<number>[] {
    const box = this.placed.map(
      ({ dimension, step }) => new Set([Math.floor(situation / step) % dimension.values.length]),
    )
    const fits = (at: number, values: ReadonlySet<number>) =>
      (this.bitsOf(box.map((each, other) => (other === at ? values : each))) & ~within) === 0n
    // Whole dimensions first: a text that leaves one out is shorter than one that lists its values.
    for (const [at, { dimension }] of this.placed.entries()) {
      const every = new Set(dimension.values.keys())
      if (fits(at, every)) box[at] = every
    }
    for (const [at, { dimension }] of this.placed.entries())
      for (const value of dimension.values.keys()) {
        const wider = new Set([...(box[at] ?? []), value])
        if (fits(at, wider)) box[at] = wider
      }
    return box
  }

  private bitsOf(box: readonly ReadonlySet<number>[]): Bits {
    return this.placed.reduce(
      (bits, placed, at) => bits & this.where(placed, (value) => box[at]?.has(value) === true),
      this.all,
    )
  }

  private textOfBox(box: readonly ReadonlySet<number>[]): string {
    return this.placed
      .flatMap(({ dimension }, at) => {
        const chosen = box[at] ?? new Set()
        return chosen.size === dimension.values.length ? [] : [dimension.textOf(chosen)]
      })
      .join(', ')
  }
}

function place(dimensions: readonly Dimension[]): { placed: Placed[]; size: number } {
  const placed: Placed[] = []
  let size = 1
  for (const dimension of dimensions) {
    if (size * dimension.values.length > MOST) continue
    placed.push({ dimension, step: size })
    size *= dimension.values.length
  }
  return { placed, size }
}

/** A pattern that begins again after each period, up to a size; doubled, because each copy costs as much as all. */
function repeated(pattern: Bits, period: number, size: number): Bits {
  let bits = pattern
  for (let length = period; length < size; length *= 2) bits |= bits << BigInt(length)
  return BigInt.asUintN(size, bits)
}

/** The number of the first situation. */
const lowest = (bits: Bits): number => (bits & -bits).toString(2).length - 1

/** How many situations there are. */
export const countBits = (bits: Bits): number => bits.toString(2).replaceAll('0', '').length
