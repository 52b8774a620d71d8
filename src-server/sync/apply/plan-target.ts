import type { Body } from '#contract/sync/definition.ts'
import type { WriteCall } from '#contract/sync/writing.ts'
import type { Caller } from '#operations/service/caller.ts'

/** A side that a plan is applied to. */
export interface PlanTarget {
  /** What it is called in sentences, such as `Production`. */
  readonly name: string
  readonly address: string
  readonly reader: Caller
  /** @returns what it answered; null without a body */
  write(call: WriteCall, signal: AbortSignal | undefined): Promise<Body | null>
}

/** An instance that is written over its interface. @throws as the caller does */
export const overInterface = (name: string, address: string, caller: Caller): PlanTarget => ({
  ...{ name, address, reader: caller },
  write: async ({ operation, ...parts }, signal) => {
    // WHY the cast: operations are called by their names, which TypeScript cannot follow across the union of routes.
    const answer: unknown = await caller.call(operation, { ...parts, signal } as never)
    return answer !== null && typeof answer === 'object' ? (answer as Body) : null
  },
})
