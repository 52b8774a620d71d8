import type { GivenSecret } from '#contract/sync/needed-secrets.ts'
import type { SyncObject } from '../snapshot.ts'
import type { PlanTarget } from './plan-target.ts'
import type { TargetNames } from './target-names.ts'
import type { TargetReader } from './target-reader.ts'

/** What a step is carried out with. */
export interface ApplyParts {
  readonly target: PlanTarget
  readonly reader: TargetReader
  readonly names: TargetNames
  readonly signal: AbortSignal | undefined
  /** Whether the target may fill in what the source leaves out, as a file that was written by hand does. */
  readonly isFilledIn?: boolean
  /** From when on what others have changed stops a step, as it is told, such as `since it was published`; absent: since the plan was made. */
  readonly since?: string
  /** The secrets that were given for the step, or that its source brings; absent: none. */
  readonly secrets?: readonly GivenSecret[] | undefined
  /** Told before the first request that changes something; what the step has done until then is nothing. */
  readonly onWriting: () => Promise<void>
}

/** What a step has done. */
export interface StepResult {
  /** The object as the target has it now; null: it is gone, or it was an order. */
  readonly after: SyncObject | null
  /** False where the target was already as it is to be. */
  readonly isWritten: boolean
  /** As the plan saw it, else as it was before anything was sent; null: it was not there, that is not known any more, or it was an order. */
  readonly former: SyncObject | null
  /** Of an order: what stands in the list, as it was and as it is now. */
  readonly list?: { readonly former: readonly SyncObject[]; readonly after: readonly SyncObject[] }
}
