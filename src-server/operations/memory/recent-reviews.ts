import { LRUCache } from 'lru-cache'
import { KINDS } from '#contract/kinds.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { newId } from '#db/ids.ts'

/** The kinds that are in memory only. */
type ReviewKind = 'changeReview' | 'groupRulePreview' | 'accessLoss'
type People<Effect extends string> = Partial<Record<Effect, readonly string[]>>

/** The people of the latest reviews of a kind, in memory, so that they can be listed. */
export class RecentReviews<Effect extends string> {
  readonly #kind: ReviewKind
  readonly #people: LRUCache<string, People<Effect>>

  /** @param max how many are kept */
  constructor(kind: ReviewKind, max = 8) {
    this.#kind = kind
    this.#people = new LRUCache({ max })
  }

  /** @returns the id of the review */
  add(people: People<Effect>): string {
    const id = newId(this.#kind)
    this.#people.set(id, people)
    return id
  }

  /** Undefined for an effect that the review does not name. @throws ApiError E0000007 for one that is no longer kept */
  peopleOf(id: string, effect: Effect): readonly string[] | undefined {
    const people = this.#people.get(id)
    if (!people) throw notFound(id, KINDS[this.#kind].errorKind)
    return Object.hasOwn(people, effect) ? people[effect] : undefined
  }
}
