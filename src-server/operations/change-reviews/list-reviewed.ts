import type { ListedEffect, PersonInCases } from '#contract/gatehouse/change-review.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { Page } from '#db/page.ts'
import { pageOfPeople } from '../directory/search/page-of-people.ts'
import type { Service } from '../service/service.ts'

interface ReviewedQuery {
  effect: ListedEffect
  /** Only those of this case of the effect. */
  case?: number | undefined
  limit: number
  after?: string | undefined
}

/**
 * A page of the people whom a review found in an effect, by name, each with the cases of the effect that they are in.
 * @throws ApiError E0000001 for a case that the review does not tell, E0000007, E0000029
 */
export async function listReviewedPeople(
  service: Service,
  reviewId: string,
  query: ReviewedQuery,
): Promise<Page<PersonInCases>> {
  const all = service.reviews.peopleOf(reviewId, query.effect) ?? []
  const cases = service.reviews.casesOf(reviewId, query.effect)
  const { items, next } = await pageOfPeople(service, ofCase(all, cases, query.case), query)
  if (!cases) return { items, next }
  const places = placesOf(all, new Set(items.map(({ id }) => id)))
  const inCases = items.map((person) => {
    const place = places.get(person.id) ?? -1
    return { ...person, cases: cases.flatMap((members, at) => (isIn(members, place) ? [at] : [])) }
  })
  return { items: inCases, next }
}

function ofCase(
  all: readonly string[],
  cases: readonly Uint32Array[] | undefined,
  wanted: number | undefined,
): readonly string[] {
  if (wanted === undefined) return all
  const members = cases?.[wanted]
  if (!members) throw invalid('case', 'The people of the review are not listed by such a case', 'query')
  return Array.from(members, (place) => all[place] ?? '')
}

/** Where some people are in a list. */
function placesOf(all: readonly string[], some: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>()
  for (const [place, id] of all.entries()) if (some.has(id)) places.set(id, place)
  return places
}

/** Whether a place is among some, which ascend. */
function isIn(members: Uint32Array, place: number): boolean {
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((members[middle] ?? 0) < place) from = middle + 1
    else to = middle
  }
  return members[from] === place
}
