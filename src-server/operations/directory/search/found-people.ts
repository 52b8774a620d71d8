import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Service } from '../../service/service.ts'
import { searchUsers } from './search-users.ts'

const FOUND_AT_ONCE = 1_000
const PAUSE_MS = 5

/**
 * The ids of all people whom a search finds, a page at a time, so that others have their turn between two.
 * @throws ApiError E0000031 for a search that cannot be read; E0000107 for more people than one change may concern
 */
export async function* findPeople(
  service: Pick<Service, 'reader' | 'store'>,
  search: string,
): AsyncGenerator<readonly string[]> {
  let found = 0
  let after: string | undefined
  do {
    const { items, next } = await searchUsers(service, { search, limit: FOUND_AT_ONCE, after })
    found += items.length
    if (found > LIMITS.peopleChangePeople) throw new ApiError('E0000107', { causes: [{ errorSummary: TOO_MANY }] })
    yield items.map(({ id }) => id)
    after = next ?? undefined
    await sleep(PAUSE_MS)
  } while (after !== undefined)
}

const TOO_MANY = `The search finds more than ${LIMITS.peopleChangePeople} people, as many as one change may concern. Nothing was changed.`
