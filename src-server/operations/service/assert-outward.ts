import { ApiError } from '#contract/interface/api-error.ts'
import type { Outbound } from './service.ts'

/** Refuses what would reach outside of a draft. @throws ApiError E0000113 */
export function assertOutward({ isClosed }: Outbound): void {
  if (isClosed) throw new ApiError('E0000113', { values: { why: 'nothing outside is called from a draft' } })
}
