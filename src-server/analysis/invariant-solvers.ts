import {
  and,
  CLIENT_ALONE,
  factsIn,
  not,
  type Fact,
  type Formula,
  type PolicySet,
  type RuleRecord,
} from '#policy/index.ts'
import { constraintsOn } from './constraints.ts'
import type { DecidingLists } from './invariant-lists.ts'
import { decidedBy, placesOf } from './places.ts'
import { termEnvironmentOf, type RuleList } from './rule-lists.ts'
import { solverFor, type Satisfiable } from './satisfiable.ts'
import { scopeFormulas, type Scope } from './scope.ts'
import type { TimeLimit } from './time-limit.ts'

/** The rules of a list, each with the sign-ins that it decides; last, as null, those that none does. */
export type Decided = readonly { rule: RuleRecord | null; signIns: Formula }[]

/** A solver, with what it knows. */
export interface KnownRules {
  solve: Satisfiable
  facts: ReadonlyMap<string, Fact>
  session: Decided
  /** Null where the session alone decides. */
  app: Decided | null
}

/** So many rules are given to one solver beside those of the session: each question costs as much as all of them. */
const BATCH = 1_500

const nameOf = ({ type, rules }: RuleList) => (type === 'SVC_SIGN_ON' ? 'session' : (rules[0]?.policy.id ?? 'none'))

const decided = (list: RuleList): Decided =>
  decidedBy(nameOf(list), list).map((signIns, index) => ({ rule: list.rules[index]?.rule ?? null, signIns }))

/** Solvers for many questions, each for as many policies as are quick together; made when they are first asked for. */
export class InvariantSolvers {
  readonly #set: PolicySet
  readonly #limit: TimeLimit
  readonly #session: RuleList
  readonly #batches: RuleList[][] = [[]]
  readonly #batchOf = new Map<RuleList | null, number>()
  readonly #made = new Map<number, Omit<KnownRules, 'app'>>()
  readonly #ofApps = new Map<RuleList, Decided>()
  readonly #scopes: ReadonlyMap<Scope, Formula>

  constructor(
    set: PolicySet,
    { session, byPolicy }: DecidingLists,
    { scopes, limit }: { scopes: readonly Scope[]; limit: TimeLimit },
  ) {
    this.#set = set
    this.#limit = limit
    this.#session = session
    const environment = termEnvironmentOf(set)
    const reaching = [not(CLIENT_ALONE), ...scopeFormulas(outsideBlocklists(set), environment)]
    this.#scopes = new Map(scopes.map((scope) => [scope, and(...reaching, ...scopeFormulas(scope, environment))]))
    for (const list of byPolicy.values()) {
      const last = this.#batches.at(-1) ?? []
      const size = last.reduce((sum, { rules }) => sum + rules.length, 0)
      if (size > 0 && size + list.rules.length > BATCH) this.#batches.push([list])
      else last.push(list)
      this.#batchOf.set(list, this.#batches.length - 1)
    }
  }

  /** The sign-ins of a scope that reach a policy. */
  scopeOf(scope: Scope): Formula {
    return this.#scopes.get(scope) ?? false
  }

  /** @param list of the applications; null where the session alone decides */
  of(list: RuleList | null): KnownRules {
    const batch = this.#batchOf.get(list) ?? 0
    const known = this.#made.get(batch) ?? this.#make(this.#batches[batch] ?? [])
    this.#made.set(batch, known)
    return { ...known, app: list && this.#decidedFor(list) }
  }

  #decidedFor(list: RuleList): Decided {
    const known = this.#ofApps.get(list) ?? decided(list)
    this.#ofApps.set(list, known)
    return known
  }

  #make(batch: readonly RuleList[]): Omit<KnownRules, 'app'> {
    const lists = [this.#session, ...batch]
    const matches = lists.flatMap(({ rules }) => rules.map((rule) => rule.matches))
    const facts = factsIn([...matches, ...this.#scopes.values()])
    const places = lists.flatMap((list) => placesOf(nameOf(list), list))
    const solve = solverFor([...constraintsOn(facts, this.#set), ...places], this.#limit)
    return { facts, solve, session: decided(this.#session) }
  }
}

/** From an address of a blocklist no sign-in reaches a policy. */
function outsideBlocklists({ zones }: PolicySet): Scope {
  const ids = zones.flatMap(({ id, usage, status }) => (usage === 'BLOCKLIST' && status === 'ACTIVE' ? [id] : []))
  return ids.length > 0 ? { network: { connection: 'ZONE', exclude: ids } } : {}
}
