import { KINDS } from '#contract/kinds.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { newId } from '#db/ids.ts'

/** So many reviews are kept, so that their people can be listed. */
const MAX_KEPT = 8

type People<Effect extends string> = Partial<Record<Effect, readonly string[]>>

/** The people of the latest reviews of a kind, in memory. */
export class KeptReviews<Effect extends string> {
  readonly #kind: 'changeReview' | 'groupRulePreview'
  readonly #people = new Map<string, People<Effect>>()

  constructor(kind: 'changeReview' | 'groupRulePreview') {
    this.#kind = kind
  }

  /** @returns the id of the review */
  keep(people: People<Effect>): string {
    const [oldest] = this.#people.keys()
    if (oldest !== undefined && this.#people.size >= MAX_KEPT) this.#people.delete(oldest)
    const id = newId(this.#kind)
    this.#people.set(id, people)
    return id
  }

  /** @throws ApiError E0000007 for one that is no longer kept */
  peopleOf(id: string, effect: Effect): readonly string[] {
    const people = this.#people.get(id)
    if (!people) throw notFound(id, KINDS[this.#kind].errorKind)
    return people[effect] ?? []
  }
}
