import type { Body } from '#contract/sync/definition.ts'
import type { WriteCall } from '#contract/sync/writing.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Step } from '../deciding/steps.ts'
import { writeStep } from '../pull/write-page.ts'

/** A side that a plan is applied to. */
export interface PlanTarget {
  /** What it is called in sentences, such as `Production`. */
  readonly name: string
  readonly address: string
  readonly reader: Caller
  /** @param secrets values in the call that no error may repeat @returns what it answered; null without a body */
  write(call: WriteCall, signal: AbortSignal | undefined, secrets?: readonly string[]): Promise<Body | null>
  /** Carries out what is done with one object, where that is more than its calls. @returns its id */
  carryOut?(step: Step): Promise<string>
}

/** An instance that is written over its interface. @throws as the caller does */
export const overInterface = (name: string, address: string, caller: Caller): PlanTarget => ({
  ...{ name, address, reader: caller },
  write: async ({ operation, ...parts }, signal, secrets) => {
    // WHY the cast: operations are called by their names, which TypeScript cannot follow across the union of routes.
    const answer: unknown = await caller.call(operation, { ...parts, signal, secrets } as never)
    return answer !== null && typeof answer === 'object' ? (answer as Body) : null
  },
})

/**
 * The open workspace, in a transaction that is under way.
 * @param keepsIds whether new objects get the ids that the source has for them
 * @throws ApiError as the operations do
 */
export const inTransaction = (writer: OwnWriter, address: string, tx: Tx, keepsIds: boolean): PlanTarget => ({
  ...{ name: 'the workspace', address, reader: writer.reader(tx) },
  write: async ({ operation, ...parts }) => {
    await writer.write(tx, operation, parts)
    return null
  },
  carryOut: (step) => writeStep(tx, step, writer, keepsIds),
})
