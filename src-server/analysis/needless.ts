import { and, holdsIn, not, or, type Formula } from '#policy/index.ts'
import { rulesThatTake } from './dead-rules.ts'
import { effectOf, tellEffects, type ComesTo } from './effects.ts'
import type { ListInSolver } from './rule-batches.ts'
import type { RuleInPlace, RulePart } from './rule-lists.ts'
import type { Assignment } from './satisfiable.ts'

/** What could be left out of a list of rules without any sign-in coming to anything else. */
export type Needless =
  /** A rule: whatever it decides comes to the same by rules after it, some of which are named. */
  | { kind: 'redundant'; at: RuleInPlace; after: readonly RuleInPlace[] }
  /** Conditions of a rule: what meets its others alone is taken by rules before it, or comes to the same by rules after it. */
  | {
      kind: 'condition'
      at: RuleInPlace
      parts: readonly RulePart[]
      before: readonly RuleInPlace[]
      after: readonly RuleInPlace[]
    }

/** So many rules that would decide instead are looked for. */
const NAMED = 5

/**
 * Rules and conditions that change nothing, of rules that can decide: those that cannot are taken away first, so that no two rules are each said to be
 * needless for the other. What asks for nothing by itself, such as any network, is no finding.
 * @param examples of each rule that can decide, a sign-in that it decides; but for rules that close a list
 * @param name tells the list from others in the same solver
 * @returns what is found of each rule, one after the other
 */
export function* needlessIn(
  list: ListInSolver,
  examples: ReadonlyMap<RuleInPlace, Assignment>,
  name: string,
): Generator<{ at: RuleInPlace; found: readonly Needless[] }> {
  const alive = list.rules.filter((at) => at.rule.system || examples.has(at))
  const comesTo = tellEffects(alive, name, list.solve)
  for (const [index, at] of alive.entries()) {
    const example = examples.get(at)
    if (!example) continue
    const open = list.open(list.rules.indexOf(at))
    const question = new Question({ ...list, at, alive, index, open, comesTo, example })
    yield { at, found: redundant(question) ?? needlessConditions(question) ?? [] }
  }
}

interface Asked extends Pick<ListInSolver, 'solve'> {
  at: RuleInPlace
  alive: readonly RuleInPlace[]
  /** Its place among those that can decide. */
  index: number
  /** What is left to it. */
  open: Formula
  comesTo: ComesTo
  /** A sign-in that it decides. */
  example: Assignment
}

/** A rule of which it is asked what would be without it, or without some of its conditions. */
class Question {
  readonly asked: Asked
  readonly earlier: readonly RuleInPlace[]
  readonly later: readonly RuleInPlace[]
  private readonly effect: string

  constructor(asked: Asked) {
    this.asked = asked
    this.earlier = asked.alive.slice(0, asked.index)
    this.later = asked.alive.slice(asked.index + 1)
    this.effect = effectOf(asked.at)
  }

  /** Whether a sign-in that the rule decides would come to something else by those after. */
  isElsewhere(isTrue: Assignment): boolean {
    const next = this.later.find(({ matches }) => holdsIn(matches, isTrue))
    return next === undefined || effectOf(next) !== this.effect
  }

  /** Whether no sign-in of some gets past the rules before and does so. */
  isNoneElsewhere(signIns: Formula): boolean {
    const { open, comesTo, index, solve } = this.asked
    return solve(and(signIns, open, not(comesTo(this.effect, index + 1)))) === null
  }

  /** Rules after this one of which each is the first to take some of these sign-ins, in their order; so many at most. */
  nextToDecide(signIns: Formula): readonly RuleInPlace[] {
    const { solve } = this.asked
    const found = new Set<RuleInPlace>()
    const isNext = (rule: RuleInPlace) =>
      and(rule.matches, ...this.later.slice(0, this.later.indexOf(rule)).map(({ matches }) => not(matches)))
    for (let left = solve(signIns); left && found.size <= NAMED;) {
      const isTrue = left
      const next = this.later.find(({ matches }) => holdsIn(matches, isTrue))
      if (!next || found.has(next)) break
      found.add(next)
      left = solve(and(signIns, ...[...found].map((rule) => not(isNext(rule)))))
    }
    return this.later.filter((rule) => found.has(rule))
  }
}

function redundant(question: Question): Needless[] | null {
  const { at, open, example } = question.asked
  if (question.isElsewhere(example) || !question.isNoneElsewhere(at.matches)) return null
  return [{ kind: 'redundant', at, after: question.nextToDecide(and(at.matches, open)) }]
}

function needlessConditions(question: Question): Needless[] | null {
  const { at, solve, open } = question.asked
  const parts = at.parts
    .filter(({ of }) => of === 'rule')
    .reduce<readonly RulePart[]>(
      (dropped, part) => (changesNothing(question, dropped, part) ? [...dropped, part] : dropped),
      [],
    )
  if (parts.length === 0) return null
  const extra = added(at, parts)
  const after = question.nextToDecide(and(extra, open))
  const taken = and(extra, or(...question.earlier.map(({ matches }) => matches)))
  const before = solve(taken) === null ? [] : rulesThatTake(taken, question.earlier, solve)
  return [{ kind: 'condition', at, parts, before, after }]
}

/** Sign-ins that meet all conditions but some, and not those. */
const added = (at: RuleInPlace, dropped: readonly RulePart[]): Formula =>
  and(
    at.askedFor,
    ...at.parts.filter((part) => !dropped.includes(part)).map(({ met }) => met),
    or(...dropped.map(({ met }) => not(met))),
  )

/** Whether a condition can be left out too; not one that asks for nothing. */
function changesNothing(question: Question, dropped: readonly RulePart[], part: RulePart): boolean {
  const { at, solve } = question.asked
  const extra = added(at, [...dropped, part])
  return question.isNoneElsewhere(extra) && solve(and(at.askedFor, not(part.met))) !== null
}
