import { LRUCache } from 'lru-cache'
import { KINDS } from '#contract/kinds.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { newId } from '#db/ids.ts'

/** The kinds that are in memory only. */
type ReviewKind = 'changeReview' | 'groupRulePreview' | 'accessLoss'
type People<Effect extends string> = Partial<Record<Effect, readonly string[]>>
/** By effect the cases that it has, each with the places of its people among those of the effect. */
type Cases<Effect extends string> = Partial<Record<Effect, readonly Uint32Array[]>>

/** The people of the latest reviews of a kind, in memory, so that they can be listed. */
export class RecentReviews<Effect extends string> {
  readonly #kind: ReviewKind
  readonly #reviews: LRUCache<string, { people: People<Effect>; cases: Cases<Effect> }>

  /** @param max how many are kept */
  constructor(kind: ReviewKind, max = 8) {
    this.#kind = kind
    this.#reviews = new LRUCache({ max })
  }

  /** @returns the id of the review */
  add(people: People<Effect>, cases: Cases<Effect> = {}): string {
    const id = newId(this.#kind)
    this.#reviews.set(id, { people, cases })
    return id
  }

  /** Undefined for an effect that the review does not name. @throws ApiError E0000007 for one that is no longer kept */
  peopleOf(id: string, effect: Effect): readonly string[] | undefined {
    return ownOf(this.#require(id).people, effect)
  }

  /** Undefined where people are not listed by case. @throws ApiError E0000007 for a review that is no longer kept */
  casesOf(id: string, effect: Effect): readonly Uint32Array[] | undefined {
    return ownOf(this.#require(id).cases, effect)
  }

  #require(id: string) {
    const review = this.#reviews.get(id)
    if (!review) throw notFound(id, KINDS[this.#kind].errorKind)
    return review
  }
}

const ownOf = <Key extends string, Value>(table: Partial<Record<Key, Value>>, key: Key): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
