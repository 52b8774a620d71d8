import { tallyFacets } from '#operations/audit/count/tally-facets.ts'
import { tallyHistogram } from '#operations/audit/count/tally-histogram.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** Counts the events of a query by their most frequent values. */
export const facets: Task<Tasks['facets']> = (query, { atOneMoment }) =>
  atOneMoment(({ searcher }) => tallyFacets(searcher, query))

/** Counts the events of a query over time. */
export const histogram: Task<Tasks['histogram']> = (query, { atOneMoment }) =>
  atOneMoment(({ searcher }) => tallyHistogram(searcher, query))
