import { DIRECTIONS, type ComparisonView, type Direction } from '#contract/gatehouse/comparison.ts'
import type { ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'
import type { Page } from '#contract/routes/lists.ts'

type OneDirection = (query: {
  direction: Direction
  limit: number
  after?: string
}) => Promise<Page<ObjectDifferenceView>>

/** The directions of a comparison, all or the one that is asked for, without that of conflicts, which are shown apart. */
export const otherDirections = (counts: ComparisonView['counts'], only: Direction | ''): Direction[] =>
  DIRECTIONS.filter(
    (one) => one !== 'conflict' && (only === '' || one === only) && counts.some((counted) => counted.direction === one),
  )

/**
 * A page of differences of several directions, one direction after the other.
 * @param after of the page before: the direction in which it ended, and the cursor there
 */
export async function pageOfDirections(
  directions: readonly Direction[],
  { limit, after }: { limit: number; after: string | null },
  read: OneDirection,
): Promise<Page<ObjectDifferenceView>> {
  const [from, cursor] = after?.split(' ', 2) ?? []
  const items: ObjectDifferenceView[] = []
  let next = cursor
  for (const direction of directions.slice(Math.max(0, directions.indexOf(from as Direction)))) {
    if (items.length >= limit) return { items, next: `${direction} ` }
    const page = await read({ direction, limit: limit - items.length, ...(next ? { after: next } : {}) })
    items.push(...page.items)
    if (page.next) return { items, next: `${direction} ${page.next}` }
    next = ''
  }
  return { items, next: null }
}
