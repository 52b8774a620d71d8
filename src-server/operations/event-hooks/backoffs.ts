import type { HookBackoff } from '#contract/hooks/event-hook.ts'
import type { Service } from '../service/service.ts'

/** Notes that a hook waits after failures, for pages; null: it no longer does. */
export function setBackoff(service: Service, hookId: string, backoff: HookBackoff | null): void {
  if (backoff) service.hookBackoffs.set(hookId, backoff)
  else service.hookBackoffs.delete(hookId)
}

/** Null while nothing holds its deliveries back. */
export function backoffOf(service: Service, hookId: string): HookBackoff | null {
  return service.hookBackoffs.get(hookId) ?? null
}
