import { inTurn } from '#ui/lib/in-turn.ts'
import { ApiError, asApiError, errorText } from './api-error.ts'

/** So many of those that stay are named in a message. */
const NAMED = 5

/** Nothing of it reached the service, so that it can be asked for again as it is. */
const isLost = ({ status }: ApiError) => status === 0

/**
 * Takes back what was done to each of many, and goes on after one that is refused.
 * @param nameOf what a message calls one of them
 * @param most how many at once
 * @throws ApiError at the end, which says what could not be taken back, and why
 */
export async function takeBackEach<One>(
  items: readonly One[],
  act: (item: One) => Promise<unknown>,
  nameOf: (item: One) => string,
  most?: number,
): Promise<void> {
  const outcomes = await inTurn(
    items,
    (item) =>
      act(item).then(
        () => [],
        (thrown: unknown) => [{ item, error: asApiError(thrown) }],
      ),
    most,
  )
  const refused = outcomes.flat()
  const [first] = refused
  if (!first) return
  if (refused.length === items.length && refused.every(({ error }) => isLost(error))) throw first.error
  const causes = refused.slice(0, NAMED).map(({ item, error }) => `${nameOf(item)}: ${errorText(error)}`)
  if (refused.length > NAMED) causes.push(`and ${refused.length - NAMED} more`)
  throw new ApiError({
    status: 409,
    code: 'PARTLY_UNDONE',
    summary: `${refused.length} of ${items.length} could not be taken back.`,
    causes: causes.map((summary) => ({ summary, location: '' })),
  })
}

/** What removes something; that it is gone already is as good. @throws ApiError */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (thrown) {
    if (asApiError(thrown).status !== 404) throw thrown
  }
}
