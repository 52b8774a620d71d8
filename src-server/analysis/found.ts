import { factsIn, type Fact, type Formula } from '#policy/index.ts'
import { supportOf } from './support.ts'

/** What a solver found, as far as a formula needs it, by subject. */
export class Found {
  readonly support: ReadonlyMap<string, Fact>
  readonly isTrue: (fact: Fact) => boolean
  private readonly all: readonly Fact[]

  constructor(formula: Formula, isTrue: (fact: Fact) => boolean) {
    this.isTrue = isTrue
    this.support = supportOf(formula, isTrue)
    this.all = [...factsIn([formula]).values()]
  }

  /** Whether anything needed is about a subject. */
  asks(subject: string): boolean {
    return [...this.support.values()].some(({ about }) => 'subject' in about && about.subject === subject)
  }

  /** Whether a sign-in is without a subject, as one to the service itself is without an application. */
  lacks(subject: string): boolean {
    return this.all.some((fact) => fact.about.kind === 'known' && fact.about.subject === subject && !this.isTrue(fact))
  }

  /** What anything needed is about. */
  subjects(): Set<string> {
    return new Set([...this.support.values()].flatMap(({ about }) => ('subject' in about ? [about.subject] : [])))
  }

  /** The value that a subject has, of those that are named; undefined where it is another. */
  value(subject: string): unknown {
    const fact = this.ofKind('is', subject).find(this.isTrue)
    return fact && valueOf(fact)
  }

  /** Every value that anything names. */
  named(subject: string): unknown[] {
    return this.ofKind('is', subject).map(valueOf)
  }

  patterns(subject: string, matching: boolean) {
    return [...this.support.values()].flatMap((fact) =>
      fact.about.kind === 'matches' && fact.about.subject === subject && this.isTrue(fact) === matching
        ? [fact.about.pattern]
        : [],
    )
  }

  /** Items that a set has to hold, or must not. */
  items(subject: string, held: boolean): string[] {
    return [...this.support.values()].flatMap((fact) =>
      fact.about.kind === 'has' && fact.about.subject === subject && this.isTrue(fact) === held
        ? [fact.about.item]
        : [],
    )
  }

  private ofKind(kind: 'is', subject: string): Fact[] {
    return this.all.filter(({ about }) => about.kind === kind && about.subject === subject)
  }
}

const valueOf = ({ about }: Fact): unknown => (about.kind === 'is' ? JSON.parse(about.value) : undefined)
