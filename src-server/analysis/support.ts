import { holdsIn, type Fact, type Formula } from '#policy/index.ts'

/**
 * The facts that make a formula hold in an assignment, as few free ones among them as each choice allows: what an example has to have, and
 * what it may leave out.
 * @param formula holds there
 */
export function supportOf(formula: Formula, isTrue: (fact: Fact) => boolean): ReadonlyMap<string, Fact> {
  const why = (part: Formula, wanted: boolean): readonly Fact[] => {
    if (typeof part === 'boolean') return []
    if (part.op === 'fact') return [part]
    if (part.op === 'not') return why(part.of, !wanted)
    // All of an `and` make it true, one makes it false; of an `or` it is the other way round.
    if ((part.op === 'and') === wanted) return part.of.flatMap((each) => why(each, wanted))
    const reasons = part.of.filter((each) => holdsIn(each, isTrue) === wanted).map((each) => why(each, wanted))
    return reasons.reduce((best, each) => (costOf(each) < costOf(best) ? each : best), reasons[0] ?? [])
  }
  return new Map(why(formula, true).map((fact) => [fact.key, fact]))
}

/** What cannot be set costs most. */
const costOf = (facts: readonly Fact[]): number =>
  facts.reduce((sum, { about }) => sum + (about.kind === 'free' ? 1_000 : about.kind === 'known' ? 0 : 1), 0)
