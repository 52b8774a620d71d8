import { LIMITS } from '#contract/interface/limits.ts'

/** A rule over numbered groups: by a city, or by being in (or out of) a group. */
export interface NaiveRule {
  /** Null: it asks for the group `source`. */
  city: string | null
  source: number
  isNegated: boolean
  target: number
  exceptGroup: number | null
}

interface Person {
  city: string
  byHand: Set<number>
  /** Rules that put them into their group. */
  given: Set<number>
  /** Rules from which they are excepted. */
  excepted: Set<number>
  /** Whether rules took each other back: which round they ended in then says what is held, until the next step asks again. */
  isUnsettled: boolean
}

/** Memberships by hand and by rules, worked out from nothing after each change: what the service is held against. */
export class NaiveMemberships {
  readonly #rules: readonly NaiveRule[]
  readonly #people: Person[]
  readonly #active = new Set<number>()
  readonly #deleted = new Set<number>()
  readonly #gone = new Set<number>()

  constructor(rules: readonly NaiveRule[], people: number, city: string) {
    this.#rules = rules
    this.#people = Array.from({ length: people }, () => ({
      city,
      byHand: new Set<number>(),
      given: new Set<number>(),
      excepted: new Set<number>(),
      isUnsettled: false,
    }))
  }

  /**
   * Whether rules have ever taken each other back for a person. The service asks those whom a step touches, this model everybody, so
   * that from then on they may differ on this person, and on no other.
   */
  isUnsettled = (person: number): boolean => this.#people[person]?.isUnsettled ?? false

  isGone = (group: number): boolean => this.#gone.has(group)
  isThere = (rule: number): boolean => !this.#deleted.has(rule)
  isActive = (rule: number): boolean => this.#active.has(rule)
  canActivate = (rule: number): boolean =>
    this.isThere(rule) && !this.isActive(rule) && !this.isGone(this.#rules[rule]?.target ?? -1)

  heldBy(person: number): number[] {
    const one = this.#people[person] as Person
    return [...this.#held(one, one.given)].toSorted()
  }

  move(person: number, city: string): void {
    ;(this.#people[person] as Person).city = city
    this.#recompute()
  }

  add(person: number, group: number): void {
    this.#people[person]?.byHand.add(group)
    this.#recompute()
  }

  /** Whom rules had put there is excepted from them. */
  remove(person: number, group: number): void {
    const one = this.#people[person] as Person
    one.byHand.delete(group)
    for (const rule of [...one.given].filter((at) => this.#rules[at]?.target === group)) {
      one.given.delete(rule)
      one.excepted.add(rule)
    }
    this.#recompute()
  }

  activate(rule: number): void {
    this.#active.add(rule)
    this.#recompute()
  }

  deactivate(rule: number): void {
    this.#active.delete(rule)
  }

  deleteRule(rule: number, removeUsers: boolean): void {
    this.#active.delete(rule)
    this.#deleted.add(rule)
    if (!removeUsers) return
    for (const { given } of this.#people) given.delete(rule)
    this.#recompute()
  }

  deleteGroup(group: number): void {
    this.#gone.add(group)
    for (const [at, { target }] of this.#rules.entries())
      if (target === group) {
        this.#active.delete(at)
        for (const { given } of this.#people) given.delete(at)
      }
    for (const { byHand } of this.#people) byHand.delete(group)
    this.#recompute()
  }

  #held({ byHand }: Person, rules: Iterable<number>): Set<number> {
    return new Set([...byHand, ...[...rules].map((at) => (this.#rules[at] as NaiveRule).target)])
  }

  /** All active rules, those that ask for groups as of the round before, from what there is without them. */
  #recompute(): void {
    for (const one of this.#people) {
      const fixed = [...one.given].filter((at) => !this.#active.has(at))
      const asksGroups = (at: number) => this.#rules[at]?.city === null || this.#rules[at]?.exceptGroup !== null
      const active = [...this.#active].filter((at) => !one.excepted.has(at))
      const plain = active.filter((at) => !asksGroups(at) && this.#rules[at]?.city === one.city)
      let holding: number[] = []
      let isSame = false
      for (let round = 0; round < LIMITS.groupRuleRounds && !isSame; round++) {
        const held = this.#held(one, [...fixed, ...plain, ...holding])
        const next = active.filter((at) => asksGroups(at) && this.#holds(this.#rules[at] as NaiveRule, one, held))
        isSame = next.toSorted().join() === holding.toSorted().join()
        holding = next
      }
      if (!isSame) one.isUnsettled = true
      one.given = new Set([...fixed, ...plain, ...holding])
    }
  }

  #holds({ city, source, isNegated, exceptGroup }: NaiveRule, person: Person, held: ReadonlySet<number>): boolean {
    if (exceptGroup !== null && held.has(exceptGroup)) return false
    return city === null ? held.has(source) !== isNegated : city === person.city
  }
}
