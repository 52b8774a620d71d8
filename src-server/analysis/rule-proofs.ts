import { LIMITS } from '#contract/interface/limits.ts'
import { verdictsOn, type DeadRule } from './dead-rules.ts'
import { needlessIn, type Needless } from './needless.ts'
import { askOfLists, type ListInSolver, type ProofWorld } from './rule-batches.ts'
import type { RuleInPlace, RuleList, RulePart } from './rule-lists.ts'
import type { Assignment } from './satisfiable.ts'
import { eachInTime, inTime, NO_LIMIT, type TimeLimit } from './time-limit.ts'

/** What is proved of a rule over all sign-ins, with what the proof names; or that the time was over before it was. */
export interface RuleProof {
  at: RuleInPlace
  /** `undecided`: whether it can decide anything; `unasked`: it can, and what of it could be left out is not decided. */
  kind: DeadRule['why']['kind'] | Needless['kind'] | OpenKind
  /** Conditions of the rule or of its policy. */
  parts: readonly RulePart[]
  /** Rules before it. */
  before: readonly RuleInPlace[]
  /** Rules after it. */
  after: readonly RuleInPlace[]
}

type OpenKind = 'undecided' | 'unasked'

/** Whether nothing is proved, because the time was over. */
export const isOpen = <Proof extends Pick<RuleProof, 'kind'>>(proof: Proof): proof is Proof & { kind: OpenKind } =>
  proof.kind === 'undecided' || proof.kind === 'unasked'

/** A proof that was found in time. */
export type FoundProof = RuleProof & { kind: Exclude<RuleProof['kind'], OpenKind> }
export const isFound = (proof: RuleProof): proof is FoundProof => !isOpen(proof)

const NAMES_NONE = { parts: [], before: [], after: [] } as const

const deadProof = ({ at, why }: DeadRule): RuleProof => ({
  ...{ at, kind: why.kind, ...NAMES_NONE },
  ...(why.kind === 'contradictory' ? { parts: why.parts } : { before: why.by }),
})

/** Which rules can decide nothing, and no more: what a person waits for while typing. */
export const deadRuleProofs = (lists: readonly RuleList[], world: ProofWorld, limit = NO_LIMIT): RuleProof[] =>
  askOfLists(lists, world, (list) => new ListProofs(list).run(limit, null), limit)

/**
 * All that is proved of the rules of some lists: which can decide nothing, and in lists of up to {@link LIMITS.needlessRules}, what could be left out
 * without a change.
 * @param limit of each rule; where one takes longer, those after it in its list are not asked
 */
export const ruleProofs = (lists: readonly RuleList[], world: ProofWorld, limit = NO_LIMIT): RuleProof[] =>
  askOfLists(
    lists,
    world,
    (list, number) => {
      const isShort = list.rules.length <= LIMITS.needlessRules
      return new ListProofs(list).run(limit, isShort ? `${number}` : null)
    },
    limit,
  )

/** What is proved of the rules of one list, and which of them are still open. */
class ListProofs {
  readonly #list: ListInSolver
  readonly #proofs: RuleProof[] = []
  readonly #examples = new Map<RuleInPlace, Assignment>()
  readonly #undecided: Set<RuleInPlace>
  readonly #unasked = new Set<RuleInPlace>()

  constructor(list: ListInSolver) {
    this.#list = list
    this.#undecided = new Set(list.rules.filter(({ rule }) => !rule.system))
  }

  /** @param name for what could be left out; null: that is not asked */
  run(limit: TimeLimit, name: string | null): RuleProof[] {
    inTime(() => this.#ask(limit, name))
    return [
      ...this.#proofs,
      ...[...this.#undecided].map((at): RuleProof => ({ at, kind: 'undecided', ...NAMES_NONE })),
      ...[...this.#unasked].map((at): RuleProof => ({ at, kind: 'unasked', ...NAMES_NONE })),
    ]
  }

  #ask(limit: TimeLimit, name: string | null): void {
    for (const verdict of eachInTime(verdictsOn(this.#list), limit)) {
      if ('why' in verdict) this.#proofs.push(deadProof(verdict))
      else this.#examples.set(verdict.at, verdict.example)
      if ('example' in verdict && name !== null) this.#unasked.add(verdict.at)
      this.#undecided.delete(verdict.at)
    }
    if (name === null) return
    for (const { at, found } of eachInTime(needlessIn(this.#list, this.#examples, name), limit)) {
      this.#proofs.push(...found.map((each): RuleProof => ({ ...NAMES_NONE, ...each })))
      this.#unasked.delete(at)
    }
  }
}
