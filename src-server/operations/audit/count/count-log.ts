import type { Searcher } from '../../../db/searches.ts'
import type { Service } from '../../service.ts'
import type { Codes } from './column-codes.ts'
import { keepColumns } from './keep-columns.ts'
import type { LogSearch } from '../search/list-events-plan.ts'
import { scanLog, type Visitor } from './scan-columns.ts'
import type { ClosedQuery } from '../search/search-log.ts'

/** `scanLog`; afterwards, even where it took too long, columns that could have been there are made for the next one. */
export function countLog(
  { store }: Service,
  searcher: Searcher,
  query: ClosedQuery,
  search: LogSearch | null,
  visit: Visitor,
): Promise<Codes> {
  return scanLog(searcher, query, search, visit).finally(() => void keepColumns(store))
}
