import type { HookRest } from '../../contract/event-hook.ts'
import type { Service } from '../service.ts'

/** In memory: a service that starts again tries at once. */
const rests = new WeakMap<Service, Map<string, HookRest>>()

/** Notes that a hook rests, so that pages can tell; null: it no longer does. */
export function noteRest(service: Service, hookId: string, rest: HookRest | null): void {
  const known = rests.get(service) ?? new Map<string, HookRest>()
  if (rest) known.set(hookId, rest)
  else known.delete(hookId)
  rests.set(service, known)
}

/** Null while nothing holds its deliveries back. */
export function restOf(service: Service, hookId: string): HookRest | null {
  return rests.get(service)?.get(hookId) ?? null
}
