import { LIMITS } from '#contract/interface/limits.ts'
import type { Service } from '#operations/service/service.ts'

/**
 * Tries changes that are taken back: few in the workspace itself, many in a copy of it, since other writes wait meanwhile and should not wait for what
 * changes nothing.
 * @param size how many changes
 * @throws ApiError E0000010 where there is no room for a copy
 */
export function whereTried<T>(service: Service, size: number, work: (where: Service) => Promise<T>): Promise<T> {
  const { host } = service.drafts
  return host && size > LIMITS.stepsTriedHere ? host.useCopy(work) : work(service)
}
