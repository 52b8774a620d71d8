import { nameOfProspect, type Fact, type OpenStep, type Prospect, type Step } from '#policy/index.ts'
import type { Bits } from './situations.ts'
import type { Taken } from './step-situations.ts'

/** Steps that may decide some situations: first those that cannot be told, in their order, then the one that does if none of them does. */
export interface Decider {
  maybe: readonly Maybe[]
  /** Null where no rule applies. */
  step: Step | null
  bits: Bits
}

/** A step of which it cannot be told whether it applies, and what that depends on. */
export interface Maybe {
  step: Step
  /** Equal where it is the same that cannot be told. */
  name: string
  on: readonly Fact[]
}

/** More steps that cannot be told are not followed: it depends on those, whatever comes after. */
const MOST_MAYBES = 6

/** Who decides each of some situations for someone. @param taken the situations in which a step applies for them */
export function decidersOf({ open, sure }: Prospect, bits: Bits, taken: (open: OpenStep) => Taken): Decider[] {
  const found: Decider[] = []
  let rest: Omit<Decider, 'step'>[] = [{ maybe: [], bits }]
  for (const each of open) {
    const { surely, possibly, name, on } = taken(each)
    const next: typeof rest = []
    for (const { maybe, bits: left } of rest) {
      const decided = left & surely
      if (decided !== 0n) found.push({ maybe, step: each.step, bits: decided })
      const unsure = left & possibly & ~surely
      const untouched = left & ~possibly
      if (unsure !== 0n) {
        const more = [...maybe, { step: each.step, name: `${each.name} ${name}`, on }]
        if (more.length > MOST_MAYBES) found.push({ maybe: more, step: null, bits: unsure })
        else next.push({ maybe: more, bits: unsure })
      }
      if (untouched !== 0n) next.push({ maybe, bits: untouched })
    }
    rest = next
    if (rest.length === 0) return found
  }
  return [...found, ...rest.map((each) => ({ ...each, step: sure }))]
}

/** Equal for someone and someone else for whom the same steps apply in the same situations. */
export const nameOfDeciding = (prospect: Prospect, taken: (open: OpenStep) => Taken): string =>
  `${nameOfProspect(prospect)} ${prospect.open
    .map((open) => taken(open).name)
    .filter(Boolean)
    .join(' ')}`

/** The same for a way of deciding: what it depends on, and what it comes to. */
export const isSameDecider = (one: Decider, other: Decider): boolean =>
  one.step?.content === other.step?.content &&
  one.maybe.length === other.maybe.length &&
  one.maybe.every(({ name }, at) => name === other.maybe[at]?.name)
