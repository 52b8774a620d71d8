import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { newId } from '#db/ids.ts'
import type { ComputedImpact } from '#workers/protocol.ts'

/** So many reviews are kept, so that their people can be listed. */
const MAX_KEPT = 8

/** The people of the latest reviews, in memory. */
export class KeptReviews {
  readonly #people = new Map<string, ComputedImpact['people']>()

  /** @returns the id of the review */
  keep(people: ComputedImpact['people']): string {
    const [oldest] = this.#people.keys()
    if (oldest !== undefined && this.#people.size >= MAX_KEPT) this.#people.delete(oldest)
    const id = newId('changeReview')
    this.#people.set(id, people)
    return id
  }

  /** @throws ApiError E0000007 for one that is no longer kept */
  peopleOf(id: string, effect: ImpactEffect): readonly string[] {
    const people = this.#people.get(id)
    if (!people) throw notFound(id, 'ChangeReview')
    return people[effect] ?? []
  }
}
