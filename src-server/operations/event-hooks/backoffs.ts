import type { HookBackoff } from '#contract/hooks/event-hook.ts'
import { perService } from '../per-service.ts'
import type { Service } from '../service.ts'

/** In memory: a service that starts again tries at once. */
const backoffsOf = perService(() => new Map<string, HookBackoff>())

/** Notes that a hook waits after failures, for pages; null: it no longer does. */
export function setBackoff(service: Service, hookId: string, backoff: HookBackoff | null): void {
  if (backoff) backoffsOf(service).set(hookId, backoff)
  else backoffsOf(service).delete(hookId)
}

/** Null while nothing holds its deliveries back. */
export function backoffOf(service: Service, hookId: string): HookBackoff | null {
  return backoffsOf(service).get(hookId) ?? null
}
